#include "shoal/bodies/fem/fem_model.h"

#include <algorithm>

#include "shoal/bodies/fem/fem_pieces.h"
#include "shoal/core/error.h"
#include "shoal/core/timer.h"

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
  members_.push_back({std::move(body), std::move(fracture), origin});
}

std::unique_ptr<FemBody> FemModel::nextPieceOf(std::uint64_t origin) const {
  const auto number =
      std::ranges::count_if(members_, [&](const Member& m) { return m.origin == origin; });
  const FemBody& whole = *members_[origin].body;
  return std::make_unique<FemBody>(fmt::format("{}.{}", whole.name(), number),
                                   whole.solid().params());
}

void FemModel::advance(double, double dt) {
  const Timed timed{"bodies/fem"};
  std::vector<double> left(members_.size(), dt);  // grows by what comes loose
  for (std::size_t i = 0; i < members_.size(); ++i) {
    try {
      advanceOne(i, dt, left);
    } catch (const Error& error) {
      throw Error({}, fmt::format("solid \"{}\"", members_[i].body->name()), error.what());
    }
  }
}

// What can break looks for cracks after each of its own steps. Pieces that come loose in one of
// them have the rest of the time before them.
void FemModel::advanceOne(std::size_t member, double dt, std::vector<double>& left) {
  FemBody& body = *members_[member].body;
  if (!members_[member].fracture.canBreak() || !(dt > 0)) {
    body.advance(left[member], gravity_);
    return;
  }
  const double steps = std::max(1.0, std::ceil(dt / body.solid().params().solver.step - 1e-9));
  const double h = dt / steps;
  while (left[member] > h / 2) {
    body.solid().advance(h, gravity_);
    left[member] -= h;
    if (!members_[member].fracture.breakUp(body, h)) continue;
    separate(member);
    left.resize(members_.size(), left[member]);
  }
  body.solid().force.assign(body.solid().x.size(), {});
  body.showSurface();
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
  cut(body, std::array<std::array<Vec3d, 3>, 2>{
                {{from.start, from.end, to.end}, {from.start, to.end, to.start}}});
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
    member.fracture.save(state);
  }
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
    member.fracture.restore(state, member.body->mesh().tets.size());
  }
}

}  // namespace shoal
