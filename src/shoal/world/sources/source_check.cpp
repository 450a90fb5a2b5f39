#include "shoal/world/sources/source_check.h"

#include <algorithm>

#include "shoal/core/expression.h"

namespace shoal {

namespace {

constexpr double kMostColumns = 1e6;

class SourceCheck {
 public:
  SourceCheck(const WorldParams& world, const std::vector<std::string>& fluids)
      : world_(world), fluids_(fluids) {}

  std::optional<SourceFault> fault;

  void emitter(const EmitterParams& e, const std::string& key) {
    material(e.fluid, key);
    nozzle(e.nozzle, key);
    if ((e.speed > 0) == (e.rate > 0))
      note(key, entryName(&EmitterParams::speed),
           fmt::format("give either {} or {}", entryName(&EmitterParams::speed),
                       entryName(&EmitterParams::rate)));
    const Expression profile(e.profile.text, kFormulaVariables);
    if (profile.uses(0) || profile.uses(1) || profile.uses(2))
      note(key, entryName(&EmitterParams::profile),
           "may depend on t alone; an [[inflow]] has speeds that depend on the place");
  }

  void inflow(const InflowParams& i, const std::string& key) {
    material(i.fluid, key);
    nozzle(i.nozzle, key);
  }

  void drain(const DrainParams& d, const std::string& key) {
    if (d.region.halfSpace && !(length(d.region.halfSpace->normal) > 0))
      note(key,
           fmt::format("{}.{}.{}", entryName(&DrainParams::region), entryName(&Region::halfSpace),
                       entryName(&HalfSpaceRegion::normal)),
           "must not be zero");
    if (d.end <= d.start) note(key, entryName(&DrainParams::end), "must be later than the start");
  }

  void outflow(const OutflowParams& o, const std::string& key) {
    place(o.centre, key, entryName(&OutflowParams::centre));
    direction(o.normal, key, entryName(&OutflowParams::normal));
  }

 private:
  void material(const std::string& fluid, const std::string& key) {
    if (std::find(fluids_.begin(), fluids_.end(), fluid) == fluids_.end())
      note(key, entryName(&EmitterParams::fluid),
           fmt::format("there is no fluid \"{}\"{}", fluid, didYouMean(fluid, fluids_)));
  }

  void nozzle(const NozzleParams& n, const std::string& key) {
    place(n.centre, key, entryName(&NozzleParams::centre));
    direction(n.direction, key, entryName(&NozzleParams::direction));
    mouth(n, key);
    if (n.up && !(length(cross(normalised(*n.up), normalised(n.direction))) > 1e-3))
      note(key, entryName(&NozzleParams::up), "must not be zero or along the direction");
    if (n.end <= n.start) note(key, entryName(&NozzleParams::end), "must be later than the start");
  }

  void note(const std::string& owner, const std::string& name, const std::string& message) {
    if (!fault) fault = {owner + "." + name, message};
  }

  void place(const Vec3d& x, const std::string& owner, const std::string& name) {
    if (world_.dimensions == 2 && x.z != 0)
      note(owner, name, "must lie in the plane z = 0 when dimensions = 2");
  }

  void direction(const Vec3d& d, const std::string& owner, const std::string& name) {
    if (!(length(normalised(d)) > 0.5)) note(owner, name, "must not be zero");
    if (world_.dimensions == 2 && d.z != 0)
      note(owner, name, "must not point out of the plane z = 0 when dimensions = 2");
  }

  void mouth(const NozzleParams& n, const std::string& key) {
    const std::string radius = entryName(&NozzleParams::radius);
    const std::string size = entryName(&NozzleParams::size);
    const bool round = n.radius > 0, flat = world_.dimensions == 2;
    if (round == (n.size[0] > 0)) {
      note(key, radius, fmt::format("give either {} or {}", radius, size));
      return;
    }
    if (flat && n.size[1] > 0)
      note(key, size, "is [width, 0] in the plane, where a mouth has no second side");
    const double width = round ? 2 * n.radius : n.size[0];
    const double height = round ? width : n.size[1];
    const double spacing = world_.spacing;
    if (width < spacing || (!flat && height < spacing))
      note(key, round ? radius : size,
           fmt::format("the mouth must be at least one spacing, {:g} m, wide", spacing));
    const double columns = width / spacing * (flat ? 1 : height / spacing);
    if (columns > kMostColumns)
      note(key, round ? radius : size,
           fmt::format("would let out {:.2g} particles side by side; make it smaller or raise "
                       "world.spacing",
                       columns));
  }

  const WorldParams& world_;
  const std::vector<std::string>& fluids_;
};

// Calls check(part, key) for each part of a list.
template <class G, class Check>
void forEachPart(const std::vector<G>& parts, const std::string& list, Check&& check) {
  for (std::size_t i = 0; i < parts.size(); ++i) check(parts[i], fmt::format("{}[{}]", list, i));
}

}  // namespace

std::optional<SourceFault> findFault(const SourceParams& sources, const WorldParams& world,
                                     const std::vector<std::string>& fluids) {
  using P = SourceParams;
  SourceCheck check(world, fluids);
  forEachPart(sources.emitters, entryName(&P::emitters),
              [&](const EmitterParams& e, const std::string& key) { check.emitter(e, key); });
  forEachPart(sources.inflows, entryName(&P::inflows),
              [&](const InflowParams& i, const std::string& key) { check.inflow(i, key); });
  forEachPart(sources.drains, entryName(&P::drains),
              [&](const DrainParams& d, const std::string& key) { check.drain(d, key); });
  forEachPart(sources.outflows, entryName(&P::outflows),
              [&](const OutflowParams& o, const std::string& key) { check.outflow(o, key); });
  return check.fault;
}

}  // namespace shoal
