#include "shoal/coupling/forcing/contact_exchange.h"

namespace shoal {

namespace {

// Tasks meet few bodies: their particles are near each other.
ContactPush& pushOn(std::uint32_t body, std::vector<ContactPush>& pushes) {
  for (ContactPush& push : pushes)
    if (push.body == body) return push;
  pushes.push_back({body, {}, {}, 0});
  return pushes.back();
}

}  // namespace

ContactExchange::Part::Part(ContactExchange& whole, std::size_t task)
    : whole_(whole),
      task_(task),
      changes_(whole.changesOf_.take(task)),
      pushes_(whole.pushesOf_.take(task)) {}

ContactExchange::Part::~Part() {
  whole_.changesOf_.give(task_, std::move(changes_));
  whole_.pushesOf_.give(task_, std::move(pushes_));
}

void ContactExchange::begin(std::size_t tasks) {
  changesOf_.clear(tasks);
  pushesOf_.clear(tasks);
}

void ContactExchange::Part::add(std::span<ForcingContact> ofParticle) {
  ForcingContact& first = ofParticle.front();
  Vec3d impulse;
  for (ForcingContact& contact : ofParticle) {
    if (whole_.inPlane_) contact.impulse.z = 0;
    impulse += contact.impulse;
  }
  const Vec3f dv(impulse / first.mass);
  first.impulse += first.mass * Vec3d(dv) - impulse;
  if (dv != Vec3f{}) changes_.push_back({first.particle, dv});
  for (const ForcingContact& contact : ofParticle) {
    ContactPush& push = pushOn(contact.body, pushes_);
    push.linear -= contact.impulse;
    push.angular -= cross(contact.arm, contact.impulse);
    ++push.contacts;
  }
}

void ContactExchange::end(std::size_t bodies) {
  changesOf_.join(changes_);
  pushes_.assign(bodies, {});
  for (const auto& list : pushesOf_)
    for (const auto& [body, linear, angular, contacts] : list) {
      pushes_[body].linear += linear;
      pushes_[body].angular += angular;
      pushes_[body].contacts += contacts;
    }
}

std::size_t ContactExchange::bytes() const {
  return changesOf_.bytes() + pushesOf_.bytes() + changes_.capacity() * sizeof(VelocityChange) +
         pushes_.capacity() * sizeof(ContactPush);
}

}  // namespace shoal
