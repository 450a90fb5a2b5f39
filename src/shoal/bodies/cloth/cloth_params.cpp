#include "shoal/bodies/cloth/cloth_params.h"

namespace shoal {

Entries Describe<ClothParams>::entries() {
  using P = ClothParams;
  return {
      Param{"density", &P::density, 1e-3, 1e5, "kg/m^3", "Mass per volume of the sheet."},
      Param{"thickness", &P::thickness, 1e-6, 1.0, "m",
            "Thickness: of the material, and the distance that sheets keep from each other."},
      Param{"young", &P::young, 1.0, 1e12, "Pa", "Young's modulus: stress over strain."},
      Param{"poisson", &P::poisson, 0.0, 0.49, "",
            "How much the sheet narrows when it is stretched, as a share of the stretch."},
      Param{"shear", &P::shear, 0.0, 1e12, "Pa",
            "Shear modulus between the threads; 0 takes that of a sheet without threads."},
      Param{"bending", &P::bending, 0.0, 1e9, "N m",
            "Bending stiffness: moment per width over curvature; 0 takes that of a solid plate, "
            "young thickness^3 / 12 (1 - poisson^2). Woven cloth is far softer."},
      Vector{"weave", &P::weave, "",
             "Direction of the threads where the mesh starts; matters only beside shear."},
      Param{"damping", &P::damping, 0.0, 10.0, "s",
            "Inner friction: stress over rate of strain, as a multiple of the stiffness."},
      Param{"maxStep", &P::maxStep, 1e-7, 0.1, "s", "Longest step that cloth takes."},
      Param{"tolerance", &P::tolerance, 1e-9, 0.5, "",
            "Error of a step's change of velocity, relative to that change."},
      Param{"friction", &P::friction, 0.0, 10.0, "", "Coefficient of Coulomb friction."},
      Param{"tearStrain", &P::tearStrain, 0.0, 100.0, "",
            "Strain at which the sheet tears along its edges; 0 never."},
      Flag{"selfContact", &P::selfContact, "Whether the sheet may not pass through itself."}};
}

}  // namespace shoal
