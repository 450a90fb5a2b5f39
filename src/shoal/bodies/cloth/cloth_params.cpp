#include "shoal/bodies/cloth/cloth_params.h"

namespace shoal {

Entries Describe<ClothParams>::entries() {
  using P = ClothParams;
  return {
      Param{"density", &P::density, 1e-3, 1e5, "kg/m^3", "Mass per volume of the sheet."},
      Param{"thickness", &P::thickness, 1e-6, 1.0, "m",
            "Thickness of the material, and the contact distance between sheets."},
      Param{"young", &P::young, 1.0, 1e12, "Pa", "Young's modulus: stress over strain."},
      Param{"poisson", &P::poisson, 0.0, 0.49, "",
            "Poisson's ratio: lateral contraction over stretch."},
      Param{"shear", &P::shear, 0.0, 1e12, "Pa",
            "Shear modulus between the threads; 0 takes that of an isotropic sheet."},
      Param{"bending", &P::bending, 0.0, 1e9, "N m",
            "Bending stiffness: moment per width over curvature; 0 takes that of a solid plate, "
            "young thickness^3 / 12 (1 - poisson^2). Woven cloth is far softer."},
      Vector{"weave", &P::weave, "",
             "Direction of the threads in the rest shape; has an effect only if shear is given."},
      Param{"damping", &P::damping, 0.0, 10.0, "s",
            "Stiffness-proportional damping: ratio of viscous to elastic stiffness."},
      Param{"maxStep", &P::maxStep, 1e-7, 0.1, "s", "Longest time step of cloth."},
      Param{"tolerance", &P::tolerance, 1e-9, 0.5, "",
            "Relative error allowed in the velocity change of a step."},
      Param{"friction", &P::friction, 0.0, 10.0, "", "Coefficient of Coulomb friction."},
      Param{"tearStrain", &P::tearStrain, 0.0, 100.0, "",
            "Strain at which the sheet tears along its edges; 0 never."},
      Flag{"selfContact", &P::selfContact, "Whether the sheet collides with itself."}};
}

}  // namespace shoal
