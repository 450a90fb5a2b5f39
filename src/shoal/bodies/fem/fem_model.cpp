#include "shoal/bodies/fem/fem_model.h"

#include <algorithm>

#include "shoal/bodies/fem/fem_law.h"
#include "shoal/bodies/fem/fem_pieces.h"
#include "shoal/core/error.h"

namespace shoal {

namespace {

// The density of partly filled elements in proportion to the filled share. Stiffness is kept: fluid
// acts on all of the element, and would crush one that is as soft as its share is small.
std::vector<FemMaterial> materialsOf(const FemMaterial& material, std::span<const double> filled) {
  std::vector<FemMaterial> materials;
  for (const double share : filled)
    materials.push_back({material.young, material.poisson, share * material.density});
  return materials;
}

}  // namespace

FemBody& FemModel::add(std::unique_ptr<FemBody> body, SolidId solid) {
  FemBody& added = *body;
  FemFracture fracture(added.solid().params());
  added.setSolidId(solid);
  insertMember(added_, std::move(body), std::move(fracture), added_, nextFamily_++);
  ++added_;
  return added;
}

Body& FemModel::add(SolidId solid, const std::string& solidName, const std::any& blueprint) {
  return namingSolid(solidName, [&]() -> Body& {
    const auto& given = blueprintAs<FemBlueprint>(blueprint, name());
    FemParams params = given.params;
    if (params.plane == PlaneState::Stress) {
      if (!planar_) fail("plane = \"stress\" is for two dimensions; leave it out");
      params.material = planeStressMaterial(params.material);
    }
    FemBody& body = add(std::make_unique<FemBody>(solidName, given.mesh, params,
                                                  materialsOf(params.material, given.filled)),
                        solid);
    if (given.skin) body.embed(*given.skin);
    body.solid().v =
        rigidVelocities(body.solid().x, body.totals().centre, given.velocity, given.spin);
    if (planar_) body.hold(given.mesh.bounds(), kAxisZ);  // plane strain
    body.showSurface();
    return body;
  });
}

void FemModel::remove(SolidId solid) {
  for (std::size_t i = added_; i-- > 0;) {
    if (members_[i].body->solidId() != solid) continue;
    std::erase_if(members_, [&](const Member& member) { return member.origin == i; });
    for (Member& member : members_)
      if (member.origin > i) --member.origin;
    --added_;
  }
  listBodies();
}

void FemModel::insertMember(std::size_t at, std::unique_ptr<FemBody> body, FemFracture fracture,
                            std::uint64_t origin, std::uint64_t family) {
  auto contact = std::make_unique<FemContact>(*body, family);
  members_.insert(members_.begin() + static_cast<std::ptrdiff_t>(at),
                  {std::move(body), std::move(fracture), origin, std::move(contact)});
  listBodies();
}

void FemModel::addPiece(std::unique_ptr<FemBody> piece, FemFracture fracture,
                        std::uint64_t origin) {
  const Member& whole = members_[origin];
  piece->setSolidId(whole.body->solidId());
  insertMember(members_.size(), std::move(piece), std::move(fracture), origin,
               whole.contact->family());
}

void FemModel::listBodies() {
  pointers_.clear();
  for (const Member& member : members_) pointers_.push_back(member.body.get());
}

std::unique_ptr<FemBody> FemModel::nextPieceOf(std::uint64_t origin) const {
  const auto number =
      std::ranges::count_if(members_, [&](const Member& m) { return m.origin == origin; });
  const FemBody& whole = *members_[origin].body;
  return std::make_unique<FemBody>(fmt::format("{}.{}", whole.name(), number),
                                   whole.solid().params());
}

void FemModel::listDeformable(std::vector<ContactMember*>& members) {
  for (const Member& member : members_) members.push_back(member.contact.get());
}

void FemModel::endContactStep(double h) {
  const std::size_t count = members_.size();
  for (std::size_t i = 0; i < count; ++i)
    if (members_[i].fracture.canBreak() && members_[i].fracture.breakUp(*members_[i].body, h))
      separate(i);
}

void FemModel::separate(std::size_t member) {
  FemBody& body = *members_[member].body;
  const auto parts = partsOf(body.mesh());
  if (parts.size() == 1) return;
  const FemFracture fracture = members_[member].fracture;
  const std::uint64_t origin = members_[member].origin;
  for (std::size_t p = 1; p < parts.size(); ++p) {
    std::unique_ptr<FemBody> piece = nextPieceOf(origin);
    becomePart(*piece, body, parts[p]);
    addPiece(std::move(piece), fracture.partOf(parts[p]), origin);
  }
  becomePart(body, body, parts[0]);
  members_[member].fracture = fracture.partOf(parts[0]);
}

// Consecutive steps of a stroke overlap: a part may have moved otherwise than the whole body, and
// no uncut bridge may remain between two steps.
void FemModel::cut(SolidId solid, const BladeStroke& stroke, std::vector<std::uint32_t>&) {
  constexpr double kOverlap = 0.1;  // of a step's sweep
  const double start = std::max(0.0, stroke.first - kOverlap * (stroke.last - stroke.first));
  const std::vector<Body*> all = pointers_;
  for (const Body* part : all) {
    if (part->solidId() != solid) continue;
    const BodyTotals sums = part->inertia();
    cut(*part, stroke.at(start) + stroke.duration / sums.mass * sums.momentum,
        stroke.at(stroke.last));
  }
}

void FemModel::cut(const Body& body, const Blade& from, const Blade& to) {
  cut(body, sweep(from, to));
}

void FemModel::cut(const Body& body, std::span<const std::array<Vec3d, 3>> swept) {
  const auto found = std::ranges::find(pointers_, &body);
  if (found == pointers_.end()) fail("\"{}\" is none of the solids to be cut", body.name());
  const auto member = static_cast<std::size_t>(found - pointers_.begin());
  if (members_[member].fracture.cut(*members_[member].body, swept)) separate(member);
}

void FemModel::save(StateWriter& state) const {
  state(std::uint64_t{members_.size() - added_});
  for (std::size_t i = added_; i < members_.size(); ++i) state(members_[i].origin);
  for (const Member& member : members_) {
    member.body->save(state);
    member.contact->save(state);
    member.fracture.save(state);
  }
}

void FemModel::restore(StateReader& state) {
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(added_), members_.end());
  listBodies();
  std::uint64_t pieces = 0;
  state(pieces);
  for (std::uint64_t k = 0; k < pieces; ++k) {
    std::uint64_t origin = 0;
    state(origin);
    if (origin >= added_) fail("a piece belongs to solid {} of {}", origin, added_);
    addPiece(nextPieceOf(origin), FemFracture(members_[origin].body->solid().params()), origin);
  }
  for (Member& member : members_) {
    member.body->restore(state);
    member.contact->restore(state);
    member.fracture.restore(state, member.body->mesh().tets.size());
  }
}

}  // namespace shoal
