#include "shoal/bodies/rigid/contact_pairs.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>

#include "shoal/bodies/rigid/bullet_convert.h"
#include "shoal/core/parallel.h"

namespace shoal {

namespace {

// Contacts persist up to this gap, as a fraction of the bounding radius of the smaller body.
constexpr double kReach = 0.02;
constexpr std::size_t kPairs = 128;  // per task

// Corrects contacts for the skins of the shapes, and replaces normals at internal edges of meshes
// by the normal of the surface (TriangleEdges). Bullet lists meshes as b, in whichever order they
// were given.
class SkinnedResult : public btManifoldResult {
 public:
  SkinnedResult(const btCollisionObjectWrapper& a, const btCollisionObjectWrapper& b, double skinA,
                double skinB)
      : btManifoldResult(&a, &b), skinA_(skinA), skinB_(skinB) {}

  void touchMesh(const TriangleEdges& edges, const btTransform& place) {
    edges_ = &edges;
    place_ = &place;
  }

  void setShapeIdentifiersA(int part, int index) override { noteTriangle(part, index); }
  void setShapeIdentifiersB(int part, int index) override { noteTriangle(part, index); }

  void addContactPoint(const btVector3& normal, const btVector3& point, btScalar depth) override {
    const btVector3 onB = point - normal * skinB_;
    const double gap = depth + skinA_ + skinB_;
    if (!edges_) return btManifoldResult::addContactPoint(normal, onB, gap);
    const btTransform& place = *place_;
    const Vec3d away =
        edges_->away(static_cast<std::size_t>(triangle_), fromBullet(place.invXform(onB)),
                     fromBullet(normal * place.getBasis()));
    const btVector3 out = place.getBasis() * toBullet(away);
    const btVector3 onA = onB + normal * gap;
    const double height = (onA - onB).dot(out);
    btManifoldResult::addContactPoint(out, onA - out * height, height);
  }

 private:
  void noteTriangle(int part, int index) {
    triangle_ = index;
    btManifoldResult::setShapeIdentifiersA(part, index);
    btManifoldResult::setShapeIdentifiersB(part, index);
  }

  double skinA_, skinB_;
  const TriangleEdges* edges_ = nullptr;
  const btTransform* place_ = nullptr;
  int triangle_ = 0;
};

double reachOf(const ContactBody& a, const ContactBody& b) {
  if (!a.pushable()) return kReach * b.shape.outerRadius;
  if (!b.pushable()) return kReach * a.shape.outerRadius;
  return kReach * std::min(a.shape.outerRadius, b.shape.outerRadius);
}

// Extends the detection range of triangles by a margin on both sides. Returns the margin that their
// contacts have to be corrected for: none for spheres, which Bullet collides with the bare
// triangles.
double reachOut(const CollisionPart& triangles, const CollisionPart& other, double ahead) {
  triangles.shape->setMargin(ahead);
  return other.shape->getShapeType() == SPHERE_SHAPE_PROXYTYPE ? 0 : ahead;
}

bool overlap(const btVector3& lowerA, const btVector3& upperA, const btVector3& lowerB,
             const btVector3& upperB) {
  return lowerA.y() <= upperB.y() && lowerB.y() <= upperA.y() && lowerA.z() <= upperB.z() &&
         lowerB.z() <= upperA.z() && lowerA.x() <= upperB.x() && lowerB.x() <= upperA.x();
}

template <class State, class Point>
void visitPoint(State& state, Point& p) {
  for (auto* v : {&p.m_localPointA, &p.m_localPointB, &p.m_normalWorldOnB})
    for (int axis = 0; axis < 3; ++axis) state((*v)[axis]);
  state(p.m_distance1);
  for (auto* force :
       {&p.m_appliedImpulse, &p.m_appliedImpulseLateral1, &p.m_appliedImpulseLateral2})
    state(*force);
}

}  // namespace

ContactPairs::ContactPairs() : dispatcher_(&configuration_) {}

ContactPairs::~ContactPairs() {
  for (Pair& pair : pairs_) destroy(pair);
}

void ContactPairs::add(ContactBody& body) {
  for (const CollisionPart& part : body.shape.parts) {
    sweepOrder_.push_back(static_cast<std::uint32_t>(proxies_.size()));
    proxies_.push_back({&body, &part, {}, {}});
  }
}

// Parts after those of the body are renumbered in the same order.
void ContactPairs::remove(const ContactBody& body) {
  std::vector<std::uint32_t> next;
  std::uint32_t count = 0;
  for (const Proxy& proxy : proxies_) next.push_back(proxy.body == &body ? count : count++);
  const auto isOf = [&](const Pair& pair) {
    return first(pair).body == &body || second(pair).body == &body;
  };
  for (Pair& pair : pairs_)
    if (isOf(pair)) destroy(pair);
  std::erase_if(pairs_, isOf);
  for (Pair& pair : pairs_)
    pair.key = std::uint64_t{next[pair.key >> 32]} << 32 | next[pair.key & 0xffffffffu];
  std::erase_if(sweepOrder_, [&](std::uint32_t i) { return proxies_[i].body == &body; });
  for (std::uint32_t& proxy : sweepOrder_) proxy = next[proxy];
  std::erase_if(proxies_, [&](const Proxy& proxy) { return proxy.body == &body; });
  std::erase_if(ignored_,
                [&](const auto& two) { return two.first == &body || two.second == &body; });
  listContacts();
}

void ContactPairs::ignore(const ContactBody& a, const ContactBody& b) {
  ignored_.insert({&a, &b});
  ignored_.insert({&b, &a});
}

bool ContactPairs::mayTouch(const Proxy& a, const Proxy& b) const {
  if (a.body == b.body || (!a.body->pushable() && !b.body->pushable())) return false;
  return ignored_.empty() || !ignored_.contains({a.body, b.body});
}

void ContactPairs::update(double dt) {
  updateBounds(dt);
  matchPairs(overlappingPairs());
  collideAll(dt);
  listContacts();
}

// Box pairs only read shared data and run in parallel. Others may allocate memory of Bullet, or
// change the margin of a shared shape.
void ContactPairs::collideAll(double dt) {
  parallelChunks(
      pairs_.size(),
      [&](Range r, std::size_t) {
        for (std::size_t n = r.begin; n < r.end; ++n)
          if (areBoxes(pairs_[n])) collide(pairs_[n], dt);
      },
      kPairs);
  for (Pair& pair : pairs_)
    if (!areBoxes(pair)) collide(pair, dt);
}

bool ContactPairs::areBoxes(const Pair& pair) const {
  return first(pair).part->wideBox && second(pair).part->wideBox;
}

void ContactPairs::updateBounds(double dt) {
  for (Proxy& proxy : proxies_) {
    const ContactBody& body = *proxy.body;
    proxy.part->shape->getAabb(body.bullet->getWorldTransform(), proxy.lower, proxy.upper);
    const double grow =
        body.pushable() ? kReach * body.shape.outerRadius + dt * body.speed() : dt * body.speed();
    proxy.lower -= btVector3(grow, grow, grow);
    proxy.upper += btVector3(grow, grow, grow);
  }
}

// Sweep and prune along x.
std::vector<std::uint64_t> ContactPairs::overlappingPairs() {
  std::sort(sweepOrder_.begin(), sweepOrder_.end(), [&](std::uint32_t i, std::uint32_t j) {
    const double xi = proxies_[i].lower.x(), xj = proxies_[j].lower.x();
    return xi < xj || (xi == xj && i < j);
  });
  const std::size_t n = sweepOrder_.size();
  std::vector<std::vector<std::uint64_t>> found(chunkCount(n, kPairs));
  std::vector<Proxy> inOrder(n);
  for (std::size_t s = 0; s < n; ++s) inOrder[s] = proxies_[sweepOrder_[s]];
  const auto sweep = [&](std::size_t s, std::vector<std::uint64_t>& keys) {
    const std::uint32_t i = sweepOrder_[s];
    const Proxy& a = inOrder[s];
    for (std::size_t r = s + 1; r < n; ++r) {
      const Proxy& b = inOrder[r];
      if (b.lower.x() > a.upper.x()) break;
      if (!overlap(a.lower, a.upper, b.lower, b.upper) || !mayTouch(a, b)) continue;
      const std::uint32_t j = sweepOrder_[r];
      keys.push_back(std::uint64_t{std::min(i, j)} << 32 | std::max(i, j));
    }
  };
  parallelChunks(
      n,
      [&](Range r, std::size_t chunk) {
        for (std::size_t s = r.begin; s < r.end; ++s) sweep(s, found[chunk]);
      },
      kPairs);
  std::vector<std::uint64_t> keys;
  for (const auto& some : found) keys.insert(keys.end(), some.begin(), some.end());
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Keeps the manifolds of pairs that still overlap.
void ContactPairs::matchPairs(const std::vector<std::uint64_t>& keys) {
  std::vector<Pair> next;
  next.reserve(keys.size());
  auto old = pairs_.begin();
  for (const std::uint64_t key : keys) {
    for (; old != pairs_.end() && old->key < key; ++old) destroy(*old);
    if (old != pairs_.end() && old->key == key)
      next.push_back(*old++);
    else
      next.push_back(makePair(key));
  }
  for (; old != pairs_.end(); ++old) destroy(*old);
  pairs_ = std::move(next);
}

ContactPairs::Pair ContactPairs::makePair(std::uint64_t key) {
  Pair pair{.key = key};
  const Proxy &a = first(pair), &b = second(pair);
  btRigidBody &bodyA = *a.body->bullet, &bodyB = *b.body->bullet;
  const btCollisionObjectWrapper wrapA(nullptr, a.part->shape.get(), &bodyA,
                                       bodyA.getWorldTransform(), -1, -1);
  const btCollisionObjectWrapper wrapB(nullptr, b.part->shape.get(), &bodyB,
                                       bodyB.getWorldTransform(), -1, -1);
  pair.manifold = dispatcher_.getNewManifold(&bodyA, &bodyB);
  pair.ownsManifold = true;
  pair.algorithm =
      dispatcher_.findAlgorithm(&wrapA, &wrapB, pair.manifold, BT_CONTACT_POINT_ALGORITHMS);
  btManifoldArray made;
  pair.algorithm->getAllContactManifolds(made);
  if (made.size() > 0) {  // some algorithms use a manifold of their own
    dispatcher_.releaseManifold(pair.manifold);
    pair.manifold = made[0];
    pair.ownsManifold = false;
  }
  return pair;
}

void ContactPairs::destroy(Pair& pair) {
  pair.algorithm->~btCollisionAlgorithm();
  dispatcher_.freeCollisionAlgorithm(pair.algorithm);
  if (pair.ownsManifold) dispatcher_.releaseManifold(pair.manifold);
}

void ContactPairs::collide(Pair& pair, double dt) {
  const Proxy &a = first(pair), &b = second(pair);
  btRigidBody &bodyA = *a.body->bullet, &bodyB = *b.body->bullet;
  const bool boxes = areBoxes(pair);
  const btCollisionObjectWrapper wrapA(nullptr, (boxes ? a.part->wideBox : a.part->shape).get(),
                                       &bodyA, bodyA.getWorldTransform(), -1, -1);
  const btCollisionObjectWrapper wrapB(nullptr, (boxes ? b.part->wideBox : b.part->shape).get(),
                                       &bodyB, bodyB.getWorldTransform(), -1, -1);

  const double reach = reachOf(*a.body, *b.body);
  btPersistentManifold& manifold = *pair.manifold;
  manifold.setContactBreakingThreshold(reach);
  manifold.refreshContactPoints(manifold.getBody0()->getWorldTransform(),
                                manifold.getBody1()->getWorldTransform());

  // Contacts are detected as far ahead as the bodies may approach within the step.
  const double ahead = reach + 1.1 * dt * (a.body->speed() + b.body->speed());
  manifold.setContactBreakingThreshold(ahead);
  double skinA = boxes ? a.part->skin : 0, skinB = boxes ? b.part->skin : 0;
  const Proxy* mesh = a.part->concave() ? &a : b.part->concave() ? &b : nullptr;
  if (mesh) skinB = reachOut(*mesh->part, *(mesh == &a ? b : a).part, ahead);
  SkinnedResult result(wrapA, wrapB, skinA, skinB);
  if (mesh)
    result.touchMesh(*mesh->part->edges, mesh->body->bullet->getWorldTransform());
  else
    result.m_closestPointDistanceThreshold = ahead;
  pair.algorithm->processCollision(&wrapA, &wrapB, info_, &result);
  if (mesh) mesh->part->shape->setMargin(0);  // bounds must not depend on the last pair
}

void ContactPairs::listContacts() {
  contacts_.clear();
  for (const Pair& pair : pairs_) {
    if (pair.manifold->getNumContacts() == 0) continue;
    ContactBody *a = first(pair).body, *b = second(pair).body;
    const ContactParams &ca = a->body->matter().contact, &cb = b->body->matter().contact;
    Contact contact{a, b, pair.manifold, std::sqrt(ca.friction * cb.friction),
                    std::max(ca.restitution, cb.restitution)};
    if (pair.manifold->getBody0() != a->bullet.get()) std::swap(contact.a, contact.b);
    contacts_.push_back(contact);
  }
}

void ContactPairs::save(StateWriter& writer) const {
  std::uint64_t count = 0;
  for (const Pair& pair : pairs_) count += pair.manifold->getNumContacts() > 0;
  writer(count);
  for (const Pair& pair : pairs_) {
    const btPersistentManifold& manifold = *pair.manifold;
    const int n = manifold.getNumContacts();
    if (n == 0) continue;
    writer(pair.key >> 32);
    writer(pair.key & 0xffffffffu);
    writer(static_cast<std::uint64_t>(n));
    for (int i = 0; i < n; ++i) visitPoint(writer, manifold.getContactPoint(i));
  }
}

void ContactPairs::restore(StateReader& reader) {
  for (Pair& pair : pairs_) destroy(pair);
  pairs_.clear();
  std::uint64_t count = 0;
  reader(count);
  for (std::uint64_t c = 0; c < count; ++c) {
    std::uint64_t a = 0, b = 0, n = 0;
    reader(a), reader(b), reader(n);
    if (a >= b || b >= proxies_.size() || n > MANIFOLD_CACHE_SIZE ||
        !mayTouch(proxies_[a], proxies_[b]) || (c > 0 && (a << 32 | b) <= pairs_.back().key))
      fail("contacts between rigid bodies {} and {} cannot be what was saved", a, b);
    pairs_.push_back(makePair(a << 32 | b));
    for (std::uint64_t i = 0; i < n; ++i) {
      btManifoldPoint point(btVector3(0, 0, 0), btVector3(0, 0, 0), btVector3(0, 0, 0), 0);
      visitPoint(reader, point);
      pairs_.back().manifold->addManifoldPoint(point);
    }
  }
}

}  // namespace shoal
