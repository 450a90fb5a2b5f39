// Collision detection between rigid bodies: contacts found by Bullet, in an order that follows from
// the numbers of the bodies alone, kept from step to step in a form that can be saved.
#pragma once

#include <set>

#include <btBulletCollisionCommon.h>

#include "shoal/bodies/rigid/contact_body.h"
#include "shoal/core/state_list.h"

namespace shoal {

// Contact points of a pair of bodies, including points about to touch. The normal is that of b,
// towards a.
struct Contact {
  ContactBody* a = nullptr;
  ContactBody* b = nullptr;
  btPersistentManifold* manifold = nullptr;
  double friction = 0;
  double restitution = 0;
};

class ContactPairs {
 public:
  ContactPairs();
  ~ContactPairs();
  ContactPairs(const ContactPairs&) = delete;
  ContactPairs& operator=(const ContactPairs&) = delete;

  void add(ContactBody& body);
  // Contacts between other bodies are kept.
  void remove(const ContactBody& body);
  void ignore(const ContactBody& a, const ContactBody& b);

  // Finds the contacts at the present poses, including those that may arise within dt.
  void update(double dt);

  const std::vector<Contact>& contacts() const { return contacts_; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  struct Proxy {  // a part of a body
    ContactBody* body = nullptr;
    const CollisionPart* part = nullptr;
    btVector3 lower, upper;
  };
  struct Pair {
    std::uint64_t key = 0;  // number of the first part times 2^32, plus that of the second
    btCollisionAlgorithm* algorithm = nullptr;
    btPersistentManifold* manifold = nullptr;
    bool ownsManifold = false;
  };

  void updateBounds(double dt);
  std::vector<std::uint64_t> overlappingPairs();
  void matchPairs(const std::vector<std::uint64_t>& keys);
  Pair makePair(std::uint64_t key);
  void destroy(Pair& pair);
  bool areBoxes(const Pair& pair) const;
  void collideAll(double dt);
  void collide(Pair& pair, double dt);
  void listContacts();
  const Proxy& first(const Pair& pair) const { return proxies_[pair.key >> 32]; }
  const Proxy& second(const Pair& pair) const { return proxies_[pair.key & 0xffffffffu]; }
  bool mayTouch(const Proxy& a, const Proxy& b) const;

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo info_;
  std::vector<Proxy> proxies_;
  std::vector<std::uint32_t> sweepOrder_;  // proxies sorted by lower bound along x
  std::set<std::pair<const ContactBody*, const ContactBody*>> ignored_;
  std::vector<Pair> pairs_;  // sorted by key
  std::vector<Contact> contacts_;
};

}  // namespace shoal
