#include "shoal/world/checkpoint.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/byte_hash.h"
#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/lanes.h"
#include "shoal/core/timer.h"
#include "shoal/core/version.h"
#include "shoal/effects/foam/foam.h"
#include "shoal/world/hdf.h"

namespace shoal {

namespace fs = std::filesystem;

namespace {

constexpr int kCheckpointFormat = 3;

std::size_t bytesOfState(const Particles& set) {
  std::size_t bytes = 0;
  for (const FieldBase* field : set.fields())
    if (field->role() == Role::State) bytes += field->elementSize();
  return bytes;
}

// The number of particles, which are known to be in the file before memory is taken for them.
std::size_t readCount(hid_t file, const char* name, const Particles& set) {
  const auto particles = hdf::readNumber<std::uint64_t>(file, name);
  const hsize_t fileSize = hdf::sizeOf(file);
  if (particles > fileSize / bytesOfState(set))
    fail("it claims {} {}, more than its {} bytes can hold", particles, name, fileSize);
  return particles;
}

// None if the world has none, or if the file was written by a run that made none.
std::optional<World::Snapshot::Foam> readFoam(hid_t file, const World& world) {
  if (!world.foam() || !(H5Aexists(file, "foamParticles") > 0)) return std::nullopt;
  return World::Snapshot::Foam{readCount(file, "foamParticles", world.foam()->particles().set),
                               hdf::readReals(file, "foamNumbers")};
}

World::Snapshot readClock(hid_t file, const World& world) {
  World::Snapshot clock{hdf::readNumber<double>(file, "time"),
                        hdf::readNumber<double>(file, "lastStep"),
                        hdf::readNumber<long>(file, "steps"),
                        hdf::readNumber<std::uint64_t>(file, "escaped"),
                        hdf::readNumber<double>(file, "work"),
                        hdf::readNumber<double>(file, "wallSurplus"),
                        hdf::readReals(file, "probes", world.snapshot().probes.size()),
                        hdf::readNumber<std::uint64_t>(file, "nextId"),
                        hdf::readReals(file, "sources", world.snapshot().sources.size()),
                        hdf::readReals(file, "solids"),
                        hdf::readReals(file, "coupling"),
                        hdf::readNumber<std::uint64_t>(file, "cleared"),
                        hdf::readLines(file, "freeSolids"),
                        hdf::readReals(file, "surfaceOrder"),
                        readFoam(file, world)};
  const auto isDuration = [](double t) { return std::isfinite(t) && t >= 0; };
  if (!isDuration(clock.time) || !isDuration(clock.lastStep) || clock.steps < 0)
    fail("its clock shows {} s after {} steps", clock.time, clock.steps);
  return clock;
}

// Whether two lists have the same bits, also those that are not numbers.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
  ByteHash one, other;
  one.addNumbers(a);
  other.addNumbers(b);
  return one.value() == other.value();
}

// A world rounds what cannot be state, such as a flag of 2; such numbers were not written by one.
void mustBeState(const World::Snapshot& read, const World::Snapshot& restored) {
  const bool all = same(read.probes, restored.probes) && same(read.sources, restored.sources) &&
                   same(read.solids, restored.solids) && same(read.coupling, restored.coupling) &&
                   same(read.surfaceOrder, restored.surfaceOrder);
  if (!all) fail("it has numbers that are no state of this scene");
}

// Runs `use` on the open checkpoint; whatever is wrong with it becomes one line with its name.
template <class Use>
void withCheckpoint(const fs::path& path, Use&& use) {
  hdf::silence();
  mustBeWholeCheckpoint(path);
  try {
    const hdf::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
    const int format = hdf::readNumber<int>(file, "format");
    if (format != kCheckpointFormat)
      fail("its format is {}, this program reads {}", format, kCheckpointFormat);
    use(file);
  } catch (const Error& error) {
    throw Error({path.string()}, "",
                fmt::format("is not a checkpoint that can be resumed: {}", error.what()));
  }
}

void writeClock(hid_t file, const World::Snapshot& clock) {
  hdf::writeNumber(file, "time", clock.time);
  hdf::writeNumber(file, "lastStep", clock.lastStep);
  hdf::writeNumber(file, "steps", clock.steps);
  hdf::writeNumber(file, "escaped", clock.escaped);
  hdf::writeNumber(file, "work", clock.work);
  hdf::writeNumber(file, "wallSurplus", clock.wallSurplus);
  hdf::writeReals(file, "probes", clock.probes);
  hdf::writeNumber(file, "nextId", clock.nextId);
  hdf::writeReals(file, "sources", clock.sources);
  hdf::writeReals(file, "solids", clock.solids);
  hdf::writeReals(file, "coupling", clock.coupling);
  hdf::writeNumber(file, "cleared", clock.cleared);
  hdf::writeLines(file, "freeSolids", clock.freeSolids);
  hdf::writeReals(file, "surfaceOrder", clock.surfaceOrder);
}

void writeOrigin(hid_t file, const CheckpointOrigin& origin) {
  hdf::writeText(file, "scene", origin.scene);
  hdf::writeLines(file, "files", origin.files);
  hdf::writeText(file, "version", std::string(version()));
  hdf::writeText(file, "lanes", lanesInUse());
}

// The state fields of particles, in a group of their name.
void writeState(hid_t file, const Particles& set) {
  hdf::Handle group(H5Gcreate2(file, set.name().c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                    H5Gclose, "make a group");
  for (const FieldBase* field : set.fields())
    if (field->role() == Role::State) hdf::writeField(group, *field);
  group.close();
}

void writeAll(hid_t file, const World& world, const CheckpointOrigin& origin) {
  hdf::writeNumber(file, "format", kCheckpointFormat);
  writeClock(file, world.snapshot());
  hdf::writeNumber(file, "particles", std::uint64_t{world.fluid().size()});
  hdf::writeNumber(file, "state", world.hash());
  writeOrigin(file, origin);
  writeState(file, world.fluid().set);
  const std::optional<World::Snapshot::Foam> foam = world.snapshot().foam;
  if (!foam) return;
  hdf::writeNumber(file, "foamParticles", foam->particles);
  hdf::writeReals(file, "foamNumbers", foam->numbers);
  hdf::writeNumber(file, "foamState", world.foam()->hash());
  writeState(file, world.foam()->particles().set);
}

std::string bytesOf(hid_t file) {
  hdf::must(H5Fflush(file, H5F_SCOPE_GLOBAL), "flush it");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) fail("cannot tell its size");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) != size) fail("cannot copy it");
  return bytes;
}

// The bytes of the file are made in memory and written by our own code: HDF5 writes much of a file
// only while it closes it, and does not survive a disk that is full by then.
std::string imageOf(const fs::path& path, const World& world, const CheckpointOrigin& origin) {
  constexpr std::size_t kGrowth = std::size_t{1} << 20;  // bytes
  hdf::Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "choose a driver");
  hdf::must(H5Pset_fapl_core(access, kGrowth, 0), "choose memory");
  // HDF5 reads a file of this name if there is one, and makes none.
  const std::string name = path.string() + ".image";
  hdf::Handle file(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose,
                   "make it in memory");
  writeAll(file, world, origin);
  std::string bytes = bytesOf(file);
  file.close();
  access.close();
  return bytes;
}

}  // namespace

fs::path previousCheckpoint(const fs::path& path) {
  return path.parent_path() / (path.stem().string() + ".previous" + path.extension().string());
}

std::string checkpointSeal(std::string_view before) {
  ByteHash hash;
  hash.add(before);
  return fmt::format("\nshoal checkpoint, fnv1a64 of all before {:016x}\n", hash.value());
}

void writeCheckpoint(const fs::path& path, const World& world, const CheckpointOrigin& origin) {
  const Timed t{"output/checkpoint"};
  hdf::silence();
  std::string bytes = imageOf(path, world, origin);
  bytes += checkpointSeal(bytes);
  writeFileKeepingPrevious(path, previousCheckpoint(path), bytes);
}

void mustBeWholeCheckpoint(const fs::path& path) {
  std::error_code code;
  if (!fs::exists(path, code))
    throw Error({path.string()}, "", "there is no checkpoint; run the scene without --resume");
  const std::string bytes = readFile(path);
  const std::size_t length = checkpointSeal("").size();
  const std::string_view before =
      std::string_view(bytes).substr(0, bytes.size() - std::min(length, bytes.size()));
  if (!bytes.ends_with(checkpointSeal(before)))
    throw Error({path.string()}, "",
                "is not a checkpoint that can be resumed: its bytes are not those that were "
                "written; it is damaged, was changed, or is of an earlier version of shoal");
}

CheckpointOrigin checkpointOrigin(const fs::path& path) {
  CheckpointOrigin origin;
  withCheckpoint(path, [&](hid_t file) {
    origin = {hdf::readText(file, "scene"), hdf::readLines(file, "files"),
              hdf::readText(file, "version"), hdf::readText(file, "lanes")};
  });
  return origin;
}

double checkpointTime(const fs::path& path) {
  double time = 0;
  withCheckpoint(path, [&](hid_t file) { time = hdf::readNumber<double>(file, "time"); });
  return time;
}

SavedState readSavedState(const fs::path& path) {
  SavedState saved;
  withCheckpoint(path, [&](hid_t file) {
    saved.scene = hdf::readText(file, "scene");
    saved.time = hdf::readNumber<double>(file, "time");
    saved.solids = hdf::readReals(file, "solids");
    const auto particles = hdf::readNumber<std::uint64_t>(file, "particles");
    FluidParticles fluid;
    const std::array<FieldBase*, 3> fields{&fluid.x, &fluid.v, &fluid.phase};
    std::size_t bytesEach = 0;
    for (const FieldBase* field : fields) bytesEach += field->elementSize();
    if (particles > hdf::sizeOf(file) / bytesEach)
      fail("it claims {} particles, more than its {} bytes can hold", particles, hdf::sizeOf(file));
    fluid.set.resize(particles);
    const hdf::Handle group(H5Gopen2(file, "fluid", H5P_DEFAULT), H5Gclose, "find its fluid");
    for (FieldBase* field : fields) hdf::readField(group, *field);
    saved.positions.assign(fluid.x.begin(), fluid.x.end());
    saved.velocities.assign(fluid.v.begin(), fluid.v.end());
    saved.phases.assign(fluid.phase.begin(), fluid.phase.end());
  });
  return saved;
}

void readCheckpoint(const fs::path& path, World& world) {
  withCheckpoint(path, [&](hid_t file) {
    const World::Snapshot clock = readClock(file, world);
    const std::size_t particles = readCount(file, "particles", world.fluid().set);
    world.restore(clock, particles, [&](const Particles& set) {
      const hdf::Handle group(H5Gopen2(file, set.name().c_str(), H5P_DEFAULT), H5Gclose,
                              "find its particles");
      for (FieldBase* field : set.fields())
        if (field->role() == Role::State) hdf::readField(group, *field);
    });
    mustBeState(clock, world.snapshot());
    if (hdf::readNumber<std::uint64_t>(file, "state") != world.hash())
      fail("the state that it holds is not the one that was written");
    if (clock.foam && hdf::readNumber<std::uint64_t>(file, "foamState") != world.foam()->hash())
      fail("the foam that it holds is not the one that was written");
  });
}

}  // namespace shoal
