// What this program adds to shoal; each function is in a file of its own.
#pragma once

void addLinearPressure();  // a pressure solver
void addDrag();            // a force on the fluid
void addCushion();         // a coupling
void addCone();            // a shape of solids
void addSlope();           // a shape that fluid fills
void addPointText();       // a format of frames
void addSpringPlate();     // a body model
