#include "shoal/coupling/forcing/contact_impulses.h"

#include <Eigen/Dense>

#include "shoal/core/matrix3.h"

namespace shoal {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

constexpr int kMostPasses = 200;
// Passes end when they change no velocity by more than this part of the fastest approach.
constexpr double kConverged = 1e-7;
// Each a few hundred operations at most.
constexpr std::size_t kContactsPerTask = 512;

// What a contact asks for: impulse = m K (c + change of the body's velocity at the contact).
struct Demand {
  double along = 0, across = 0;  // K: its shares of the normal and of the tangential part
  Vec3d c;                       // m/s

  Matrix3 matrix(const Vec3d& n) const {
    return across * Matrix3::identity() + (along - across) * outer(n, n);
  }
  // K v.
  Vec3d applied(const Vec3d& n, const Vec3d& v) const {
    return across * v + ((along - across) * dot(n, v)) * n;
  }
};

Matrix3 inertiaOf(const RigidBody& body) {
  const auto column = [&](const Vec3d& e) {
    return applyInertia(body.state().q, body.matter().moments, e);
  };
  return Matrix3::columns(column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1}));
}

// What contacts need to know of their body.
struct Partner {
  Vec3d velocity, spin;  // m/s, rad/s, without contacts
  double slip;
  bool published;         // condition
  bool global, local;     // solve; neither where it does not yield
  double mass = 0;        // kg
  Matrix3 inertia;        // kg m^2
  Matrix3 inverse;        // of the inertia
  Vec3d change, turning;  // m/s, rad/s: what contacts do to it

  explicit Partner(const ForcedBody& body)
      : velocity(body.body().velocity()),
        spin(body.body().spin()),
        slip(body.params().slip),
        published(body.params().condition == ForcingCondition::Published),
        global(body.yields() && body.params().solve == ForcingSolve::Global),
        local(body.yields() && !global) {
    if (!body.yields()) return;
    mass = body.body().mass();
    inertia = inertiaOf(body.body());
    inverse = shoal::inverse(inertia);
  }
};

Demand demandOf(const ForcingContact& contact, const Partner& body, const Vec3d& velocity) {
  const Vec3d& n = contact.normal;
  const Vec3d relative = velocity - body.velocity - cross(body.spin, contact.arm);
  const double approach = dot(relative, n);
  const bool parts = approach > 0;  // [BTT09] eq. 9
  if (body.published) {
    const Vec3d wanted =
        body.slip * (relative - approach * n) + (parts ? approach : contact.bounce) * n;
    return {1, 1, wanted - relative};
  }
  return {parts ? 0.0 : 1.0, 1 - body.slip, contact.bounce * n - relative};
}

Matrix3 crossMatrix(const Vec3d& r) { return {{0, -r.z, r.y, r.z, 0, -r.x, -r.y, r.x, 0}}; }

// Sums over contacts that make up the system of a body, see docs/method.md.
struct System {
  Matrix3 linear, mixed, angular;  // sums of m K, m r~ K and m r~ K r~^T
  Vec3d impulse, turn;             // sums of m K c and r x m K c

  friend System operator+(System a, const System& b) {
    a.linear += b.linear;
    a.mixed += b.mixed;
    a.angular += b.angular;
    a.impulse += b.impulse;
    a.turn += b.turn;
    return a;
  }
};

System systemOf(const ForcingContact& contact, const Demand& demand) {
  const Matrix3 r = crossMatrix(contact.arm);
  const Matrix3 linear = contact.mass * demand.matrix(contact.normal);
  const Matrix3 mixed = r * linear;
  const Vec3d impulse = linear * demand.c;
  return {linear, mixed, mixed * transposed(r), impulse, cross(contact.arm, impulse)};
}

Vector6 stacked(const Vec3d& a, const Vec3d& b) {
  return (Vector6() << a.x, a.y, a.z, b.x, b.y, b.z).finished();
}

// Mass and inertia of a body as one matrix, with what the contacts add.
Matrix6 matrixOf(const Partner& body, const System& s) {
  const Matrix3 linear = Matrix3::diagonal(body.mass * Vec3d{1, 1, 1}) + s.linear;
  const Matrix3 angular = body.inertia + s.angular;
  Matrix6 m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const auto row = Eigen::Index(i), column = Eigen::Index(j);
      m(row, column) = linear(i, j);
      m(row + 3, column) = s.mixed(i, j);
      m(row, column + 3) = s.mixed(j, i);
      m(row + 3, column + 3) = angular(i, j);
    }
  return m;
}

// The contacts of a particle.
struct Group {
  std::uint32_t begin = 0, end = 0;
  bool isLone() const { return end - begin == 1; }
};

// Calls visit(Group) for each particle whose first contact is in the range.
template <class Visit>
void forEachParticle(std::span<const ForcingContact> contacts, Range range, Visit&& visit) {
  const auto ends = [&](std::size_t k) {
    return k == contacts.size() || contacts[k].particle != contacts[k - 1].particle;
  };
  std::size_t first = range.begin;
  while (first > 0 && first < range.end && !ends(first)) ++first;
  while (first < range.end) {
    std::size_t end = first + 1;
    while (!ends(end)) ++end;
    visit(Group{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)});
    first = end;
  }
}

// Contacts with one body of which no two belong to the same particle: they can be solved at once.
struct Sheaf {
  struct Shared {
    std::uint32_t contact;
    Group group;
  };
  std::uint32_t body = 0;
  std::vector<std::uint32_t> lone;  // whose particle has no other contact
  std::vector<Shared> shared;       // whose has
  System ofLone;
  Vector6 given = Vector6::Zero();  // N s and N m s, that the sheaf gives to the body
};

class ImpulseSolve {
 public:
  ImpulseSolve(std::span<ForcingContact> contacts, std::span<const ForcedBody> bodies,
               ContactExchange& exchange)
      : contacts_(contacts), bodies_(bodies.begin(), bodies.end()), exchange_(exchange) {}

  ImpulseReport solve() {
    const std::size_t tasks = chunkCount(contacts_.size(), kContactsPerTask);
    exchange_.begin(2 * tasks);  // those that wait come last
    const std::vector<Group> waiting = settleParticles();
    gatherSheaves(waiting);
    for (Sheaf& sheaf : sheaves_) sumLone(sheaf);
    ImpulseReport report;
    double fastest = 0;
    for (const Sheaf& sheaf : sheaves_)
      for (const auto& [k, group] : sheaf.shared)
        fastest = std::max(fastest, length(demandAt(k, group).c));
    do {
      report.residual = 0;
      for (Sheaf& sheaf : sheaves_) {
        if (report.passes > 0 && sheaf.shared.empty()) continue;  // nothing else changes it
        report.residual = std::max(report.residual, pass(sheaf));
      }
    } while (report.residual > kConverged * fastest && ++report.passes < kMostPasses);
    parallelChunks(
        waiting.size(),
        [&](Range range, std::size_t c) {
          ContactExchange::Part part(exchange_, tasks + c);
          for (std::size_t k = range.begin; k < range.end; ++k) {
            if (waiting[k].isLone()) respond(waiting[k].begin);
            part.add(of(waiting[k]));
          }
        },
        kContactsPerTask);
    exchange_.end(bodies_.size());
    return report;
  }

 private:
  // Settles particles that wait for nothing, and returns those that wait for what others do to a
  // body.
  std::vector<Group> settleParticles() {
    std::vector<std::vector<Group>> waiting(chunkCount(contacts_.size(), kContactsPerTask));
    parallelChunks(
        contacts_.size(),
        [&](Range range, std::size_t c) {
          ContactExchange::Part part(exchange_, c);
          forEachParticle(contacts_, range, [&](const Group& group) {
            if (waits(group)) {
              waiting[c].push_back(group);
              return;
            }
            if (group.isLone())
              respond(group.begin);
            else
              settle(group);
            part.add(of(group));
          });
        },
        kContactsPerTask);
    std::vector<Group> all;
    for (const auto& some : waiting) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

  std::span<ForcingContact> of(const Group& group) const {
    return contacts_.subspan(group.begin, group.end - group.begin);
  }

  bool waits(const Group& group) const {
    bool any = false;
    for (std::uint32_t k = group.begin; k < group.end; ++k)
      any |= bodies_[contacts_[k].body].global;
    return any;
  }

  void settle(const Group& group) {
    double fastest = 0, change = 1;
    for (std::uint32_t k = group.begin; k < group.end; ++k)
      fastest = std::max(fastest, length(demandAt(k, group).c));
    for (int turn = 0; turn < kMostPasses && change > kConverged * fastest; ++turn) {
      change = 0;
      for (std::uint32_t k = group.begin; k < group.end; ++k)
        change = std::max(change, renew(k, group));
    }
  }

  void gatherSheaves(std::span<const Group> waiting) {
    std::vector<std::vector<std::uint32_t>> of(bodies_.size());  // sheaves of a body, by rank
    for (const Group& group : waiting)
      for (std::uint32_t k = group.begin; k < group.end; ++k) {
        const std::uint32_t body = contacts_[k].body;
        std::size_t rank = 0;
        for (std::size_t other = group.begin; other < k; ++other)
          rank += contacts_[other].body == body;
        if (rank == of[body].size()) {
          of[body].push_back(static_cast<std::uint32_t>(sheaves_.size()));
          sheaves_.emplace_back().body = body;
        }
        Sheaf& sheaf = sheaves_[of[body][rank]];
        if (group.isLone())
          sheaf.lone.push_back(k);
        else
          sheaf.shared.push_back({k, group});
      }
  }

  // What a contact asks for with all other impulses on its particle.
  Demand demandAt(std::uint32_t k, const Group& group) const {
    const ForcingContact& contact = contacts_[k];
    Vec3d others;
    for (std::uint32_t other = group.begin; other < group.end; ++other)
      if (other != k) others += contacts_[other].impulse;
    return demandOf(contact, bodies_[contact.body], contact.velocity + others / contact.mass);
  }
  Demand demandAt(std::uint32_t lone) const {
    const ForcingContact& contact = contacts_[lone];
    return demandOf(contact, bodies_[contact.body], contact.velocity);
  }

  void sumLone(Sheaf& sheaf) const {
    if (!bodies_[sheaf.body].global) return;
    sheaf.ofLone = parallelSum(sheaf.lone.size(), System{}, [&](std::size_t k) {
      return systemOf(contacts_[sheaf.lone[k]], demandAt(sheaf.lone[k]));
    });
  }

  // Solves a sheaf for the present impulses of all others. Returns the greatest change of a
  // particle's velocity, m/s.
  double pass(Sheaf& sheaf) {
    if (bodies_[sheaf.body].global) solveBody(sheaf);
    double greatest = 0;
    for (const auto& [k, group] : sheaf.shared) greatest = std::max(greatest, renew(k, group));
    return greatest;
  }

  // The same for one contact.
  double renew(std::uint32_t k, const Group& group) {
    const Vec3d before = contacts_[k].impulse;
    contacts_[k].impulse = impulseOn(contacts_[k], demandAt(k, group));
    return length(contacts_[k].impulse - before) / contacts_[k].mass;
  }
  void respond(std::uint32_t lone) {
    contacts_[lone].impulse = impulseOn(contacts_[lone], demandAt(lone));
  }

  // [BTT09] eq. 18, as derived in docs/method.md.
  void solveBody(Sheaf& sheaf) {
    Partner& body = bodies_[sheaf.body];
    System s = sheaf.ofLone;
    for (const auto& [k, group] : sheaf.shared) s = s + systemOf(contacts_[k], demandAt(k, group));
    Vector6 others = Vector6::Zero();
    for (const Sheaf& other : sheaves_)
      if (other.body == sheaf.body && &other != &sheaf) others += other.given;
    const Vector6 d = matrixOf(body, s).ldlt().solve(others - stacked(s.impulse, s.turn));
    sheaf.given = matrixOf(body, {}) * d - others;
    body.change = {d[0], d[1], d[2]};
    body.turning = {d[3], d[4], d[5]};
  }

  Vec3d impulseOn(const ForcingContact& c, const Demand& demand) const {
    const Partner& body = bodies_[c.body];
    if (body.local) {
      // [BTT09] eq. 12: as if no other contact changed the velocity of the body.
      const Matrix3 mK = c.mass * demand.matrix(c.normal);
      const Matrix3 r = crossMatrix(c.arm);
      const Matrix3 mobility =
          (1 / body.mass) * Matrix3::identity() + r * body.inverse * transposed(r);
      return inverse(Matrix3::identity() + mK * mobility) * (mK * demand.c);
    }
    const Vec3d change = body.change + cross(body.turning, c.arm);
    return c.mass * demand.applied(c.normal, demand.c + change);
  }

  std::span<ForcingContact> contacts_;
  std::vector<Partner> bodies_;
  std::vector<Sheaf> sheaves_;
  ContactExchange& exchange_;
};

}  // namespace

ImpulseReport solveImpulses(std::span<ForcingContact> contacts, std::span<const ForcedBody> bodies,
                            ContactExchange& exchange) {
  return ImpulseSolve(contacts, bodies, exchange).solve();
}

}  // namespace shoal
