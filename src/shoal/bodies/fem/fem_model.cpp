#include "shoal/bodies/fem/fem_model.h"

#include <algorithm>
#include <array>

#include "shoal/bodies/fem/fem_pieces.h"
#include "shoal/core/error.h"

namespace shoal {

FemBody& FemModel::add(std::unique_ptr<FemBody> body) {
  if (members_.size() > added_)
    fail("\"{}\" is added after others have broken; add it before", body->name());
  FemBody& added = *body;
  FemFracture fracture(added.solid().params());
  if (fracture.canBreak() && added.hasEmbedded())
    fail("\"{}\" can break and shows its own skin; leave out its strength or the finer surface",
         added.name());
  addMember(std::move(body), std::move(fracture), added_);
  ++added_;
  return added;
}

void FemModel::addMember(std::unique_ptr<FemBody> body, FemFracture fracture,
                         std::uint64_t origin) {
  pointers_.push_back(body.get());
  auto contact = std::make_unique<FemContact>(*body, origin + 1);
  members_.push_back({std::move(body), std::move(fracture), origin, std::move(contact)});
}

std::unique_ptr<FemBody> FemModel::nextPieceOf(std::uint64_t origin) const {
  const auto number =
      std::ranges::count_if(members_, [&](const Member& m) { return m.origin == origin; });
  const FemBody& whole = *members_[origin].body;
  return std::make_unique<FemBody>(fmt::format("{}.{}", whole.name(), number),
                                   whole.solid().params());
}

void FemModel::listMembers(std::vector<ContactMember*>& members) {
  for (const Member& member : members_) members.push_back(member.contact.get());
}

void FemModel::advance(double t, double dt) {
  group_.advance(std::array<ContactSource*, 1>{this}, t, dt);
}

void FemModel::endStep(double h) {
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
    addMember(std::move(piece), fracture.partOf(parts[p]), origin);
  }
  becomePart(body, body, parts[0]);
  members_[member].fracture = fracture.partOf(parts[0]);
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
  group_.save(state);
}

void FemModel::restore(StateReader& state) {
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(added_), members_.end());
  pointers_.resize(added_);
  std::uint64_t pieces = 0;
  state(pieces);
  for (std::uint64_t k = 0; k < pieces; ++k) {
    std::uint64_t origin = 0;
    state(origin);
    if (origin >= added_) fail("a piece belongs to solid {} of {}", origin, added_);
    addMember(nextPieceOf(origin), FemFracture(members_[origin].body->solid().params()), origin);
  }
  for (Member& member : members_) {
    member.body->restore(state);
    member.contact->restore(state);
    member.fracture.restore(state, member.body->mesh().tets.size());
  }
  group_.restore(state);
}

}  // namespace shoal
