"""Opens a run of shoal in ParaView (made and tested with 5.11).

    paraview --script=open_in_paraview.py

or, in ParaView: File, Load State. Each .pvd beside this script can be opened alone, too.
"""

import json
import math
import os

from paraview import simple as pv

DARK = (0.25, 0.25, 0.25)


def open_part(part, folder, view, spacing, has_surface):
    """A reader of a part, named as the part, and how it is shown."""
    reader = pv.PVDReader(registrationName=part["name"], FileName=os.path.join(folder, part["file"]))
    reader.UpdatePipeline()
    shown = pv.Show(reader, view)
    look = part["material"]
    shown.ColorArrayName = ["POINTS", ""]
    shown.AmbientColor = shown.DiffuseColor = look["colour"]
    shown.Specular = 0.4 if look["roughness"] < 0.2 else 0.1
    if part["kind"] == "points":
        show_balls(shown, reader, spacing)
        if has_surface and part["name"] == "particles":
            pv.Hide(reader, view)
    elif look["opacity"] < 1:  # a wall around the fluid
        shown.Representation = "Feature Edges"
        shown.AmbientColor = shown.DiffuseColor = DARK
        shown.LineWidth = 2
    elif part["kind"] == "fluid":
        shown.DiffuseColor = shown.AmbientColor = (0.35, 0.6, 0.85)
        shown.Opacity = 0.8
    return reader


def show_balls(shown, reader, spacing):
    """Points as balls of a particle's size, coloured by their speed."""
    shown.Representation = "Point Gaussian"
    shown.GaussianRadius = spacing / 2
    if reader.PointData.GetArray("velocity"):
        pv.ColorBy(shown, ("POINTS", "velocity", "Magnitude"))
        shown.RescaleTransferFunctionToDataRange(True)


def set_camera(view, camera):
    eye, forward = camera["eye"], camera["forward"]
    view.CameraPosition = eye
    view.CameraFocalPoint = [e + f for e, f in zip(eye, forward)]
    view.CameraViewUp = camera["up"]
    view.CameraViewAngle = camera["fieldOfView"]
    view.CameraParallelProjection = int(camera["orthographic"])
    view.CameraParallelScale = camera["halfHeight"]
    # Rotation by the mouse is about a point at the depth of what is seen.
    bounds = [b for s in pv.GetSources().values() for b in [s.GetDataInformation().GetBounds()]
              if b[0] <= b[1]]
    if bounds:
        middle = [sum(b[2 * k] + b[2 * k + 1] for b in bounds) / (2 * len(bounds)) for k in range(3)]
        depth = sum(f * (m - e) for f, m, e in zip(forward, middle, eye))
        if depth > 0:
            view.CameraFocalPoint = [e + depth * f for e, f in zip(eye, forward)]
            view.CenterOfRotation = view.CameraFocalPoint


def set_time(run):
    """The frames of the run; played with its rate it is as fast as it happened."""
    scene = pv.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.PlayMode = "Snap To TimeSteps"
    scene.GoToFirst()


def open_run(folder):
    with open(os.path.join(folder, "scene.json"), encoding="utf-8") as file:
        run = json.load(file)
    view = pv.GetActiveViewOrCreate("RenderView")
    parts = run["parts"]
    has_surface = run["dimensions"] == 3 and any(p["kind"] == "fluid" for p in parts)
    readers = [open_part(part, folder, view, run["spacing"], has_surface) for part in parts]
    set_time(run)
    set_camera(view, run["camera"])
    pv.Render(view)
    return readers


open_run(os.path.dirname(os.path.abspath(__file__)))
