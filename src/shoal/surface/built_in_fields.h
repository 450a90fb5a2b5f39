// The fields that the library brings along, by the functions that make them.
#pragma once

#include <memory>

#include "shoal/surface/surface_field.h"

namespace shoal {

std::unique_ptr<SurfaceField> makeColourField(const FieldScale& scale);
std::unique_ptr<SurfaceField> makeAveragedField(const FieldScale& scale);
std::unique_ptr<SurfaceField> makeAnisotropicField(const FieldScale& scale);

}  // namespace shoal
