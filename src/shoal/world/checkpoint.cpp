#include "shoal/world/checkpoint.h"

#include <array>
#include <cmath>
#include <sstream>

#include <hdf5.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/timer.h"

namespace shoal {

namespace {

constexpr int kCheckpointFormat = 2;

// An HDF5 handle that closes itself.
class HdfHandle {
 public:
  HdfHandle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id_ < 0) fail("cannot {}", what);
  }
  ~HdfHandle() { close_(id_); }
  HdfHandle(const HdfHandle&) = delete;
  HdfHandle& operator=(const HdfHandle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void must(herr_t status, const char* what) {
  if (status < 0) fail("cannot {}", what);
}

// Errors are reported by exceptions instead of HDF5's own pages of text.
void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

template <class T>
void writeNumber(hid_t file, const char* name, hid_t type, T value) {
  const HdfHandle space(H5Screate(H5S_SCALAR), H5Sclose, "make a dataspace");
  const HdfHandle attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                            "make an attribute");
  must(H5Awrite(attribute, type, &value), "write an attribute");
}

template <class T>
T readNumber(hid_t file, const char* name, hid_t type) {
  T value{};
  const HdfHandle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose,
                            fmt::format("find its {}", name));
  must(H5Aread(attribute, type, &value), "read an attribute");
  return value;
}

hid_t elementTypeId(const FieldBase& field) {
  return field.type() == ElementType::UInt32 ? H5T_NATIVE_UINT32 : H5T_NATIVE_FLOAT;
}

void writeField(hid_t group, const FieldBase& field) {
  const std::array<hsize_t, 2> size{field.size(), 3};
  const int rank = field.type() == ElementType::Vector ? 2 : 1;
  const HdfHandle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, "make a dataspace");
  const HdfHandle set(H5Dcreate2(group, field.name().c_str(), elementTypeId(field), space,
                                 H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Dclose, "make a dataset");
  must(H5Dwrite(set, elementTypeId(field), H5S_ALL, H5S_ALL, H5P_DEFAULT, field.bytes().data()),
       "write a dataset");
}

void readField(hid_t group, FieldBase& field) {
  const HdfHandle set(H5Dopen2(group, field.name().c_str(), H5P_DEFAULT), H5Dclose,
                      fmt::format("find its {}", field.name()));
  const HdfHandle space(H5Dget_space(set), H5Sclose, "read a dataspace");
  const hssize_t elements = H5Sget_simple_extent_npoints(space);
  const std::size_t perParticle = field.type() == ElementType::Vector ? 3 : 1;
  if (elements < 0 || static_cast<std::size_t>(elements) != field.size() * perParticle)
    fail("{} has {} numbers instead of {}", field.name(), elements, field.size() * perParticle);
  must(H5Dread(set, elementTypeId(field), H5S_ALL, H5S_ALL, H5P_DEFAULT, field.bytes().data()),
       "read a dataset");
}

void writeText(hid_t file, const char* name, const std::string& text) {
  const std::array<hsize_t, 1> size{text.size()};
  const HdfHandle space(H5Screate_simple(1, size.data(), nullptr), H5Sclose, "make a dataspace");
  const HdfHandle set(
      H5Dcreate2(file, name, H5T_NATIVE_CHAR, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, "make a dataset");
  if (!text.empty())
    must(H5Dwrite(set, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
         "write a dataset");
}

std::string readText(hid_t file, const char* name) {
  const HdfHandle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose,
                      fmt::format("find its {}", name));
  const HdfHandle space(H5Dget_space(set), H5Sclose, "read a dataspace");
  const hssize_t size = H5Sget_simple_extent_npoints(space);
  if (size < 0 || size > (hssize_t{1} << 26)) fail("{} is too long", name);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (size > 0)
    must(H5Dread(set, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
         "read a dataset");
  return text;
}

// Each line ends with a line break.
void writeLines(hid_t file, const char* name, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  writeText(file, name, text);
}

std::vector<std::string> readLines(hid_t file, const char* name) {
  std::istringstream text(readText(file, name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

void writeReals(hid_t file, const char* name, const std::vector<double>& values) {
  const std::array<hsize_t, 1> size{values.size()};
  const HdfHandle space(H5Screate_simple(1, size.data(), nullptr), H5Sclose, "make a dataspace");
  const HdfHandle set(
      H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose, "make a dataset");
  if (!values.empty())
    must(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
         "write a dataset");
}

hsize_t sizeOf(hid_t file) {
  hsize_t bytes = 0;
  must(H5Fget_filesize(file, &bytes), "tell its size");
  return bytes;
}

// As many as there are, which are known to be in the file before memory is taken for them.
std::vector<double> readReals(hid_t file, const char* name) {
  const HdfHandle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose,
                      fmt::format("find its {}", name));
  const HdfHandle space(H5Dget_space(set), H5Sclose, "read a dataspace");
  const hssize_t size = H5Sget_simple_extent_npoints(space);
  if (size < 0 || static_cast<hsize_t>(size) > sizeOf(file) / sizeof(double))
    fail("{} has {} numbers, more than fit into it", name, size);
  std::vector<double> values(static_cast<std::size_t>(size));
  if (size > 0)
    must(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
         "read a dataset");
  return values;
}

std::vector<double> readReals(hid_t file, const char* name, std::size_t count) {
  std::vector<double> values = readReals(file, name);
  if (values.size() != count) fail("{} has {} numbers instead of {}", name, values.size(), count);
  return values;
}

World::Snapshot readClock(hid_t file, const World& world) {
  World::Snapshot clock{readNumber<double>(file, "time", H5T_NATIVE_DOUBLE),
                        readNumber<double>(file, "lastStep", H5T_NATIVE_DOUBLE),
                        readNumber<long>(file, "steps", H5T_NATIVE_LONG),
                        readNumber<std::uint64_t>(file, "escaped", H5T_NATIVE_UINT64),
                        readNumber<double>(file, "work", H5T_NATIVE_DOUBLE),
                        readNumber<double>(file, "wallSurplus", H5T_NATIVE_DOUBLE),
                        readReals(file, "probes", world.snapshot().probes.size()),
                        readNumber<std::uint64_t>(file, "nextId", H5T_NATIVE_UINT64),
                        readReals(file, "sources", world.snapshot().sources.size()),
                        readReals(file, "solids"),
                        readReals(file, "coupling"),
                        readNumber<std::uint64_t>(file, "cleared", H5T_NATIVE_UINT64),
                        readLines(file, "freeSolids"),
                        readReals(file, "surfaceOrder")};
  const auto isDuration = [](double t) { return std::isfinite(t) && t >= 0; };
  if (!isDuration(clock.time) || !isDuration(clock.lastStep) || clock.steps < 0)
    fail("its clock shows {} s after {} steps", clock.time, clock.steps);
  return clock;
}

// The number of particles, which are known to be in the file before memory is taken for them.
std::size_t readCount(hid_t file, const World& world) {
  const auto particles = readNumber<std::uint64_t>(file, "particles", H5T_NATIVE_UINT64);
  std::size_t bytesEach = 0;
  for (const FieldBase* field : world.fluid().set.fields())
    if (field->role() == Role::State) bytesEach += field->elementSize();
  const hsize_t fileSize = sizeOf(file);
  if (particles > fileSize / bytesEach)
    fail("it claims {} particles, more than its {} bytes can hold", particles, fileSize);
  return particles;
}

// Runs `use` on the open checkpoint; whatever is wrong with it becomes one line with its name.
template <class Use>
void withCheckpoint(const std::filesystem::path& path, Use&& use) {
  silence();
  if (!std::filesystem::exists(path))
    throw Error({path.string()}, "", "there is no checkpoint; run the scene without --resume");
  try {
    const HdfHandle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open it");
    const int format = readNumber<int>(file, "format", H5T_NATIVE_INT);
    if (format != kCheckpointFormat)
      fail("its format is {}, this program reads {}", format, kCheckpointFormat);
    use(file);
  } catch (const Error& error) {
    throw Error({path.string()}, "",
                fmt::format("is not a checkpoint that can be resumed: {}", error.what()));
  }
}

void writeAll(const std::filesystem::path& path, const World& world, const std::string& scene) {
  const HdfHandle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                       "create it");
  const World::Snapshot clock = world.snapshot();
  writeNumber(file, "format", H5T_NATIVE_INT, kCheckpointFormat);
  writeNumber(file, "time", H5T_NATIVE_DOUBLE, clock.time);
  writeNumber(file, "lastStep", H5T_NATIVE_DOUBLE, clock.lastStep);
  writeNumber(file, "steps", H5T_NATIVE_LONG, clock.steps);
  writeNumber(file, "escaped", H5T_NATIVE_UINT64, clock.escaped);
  writeNumber(file, "work", H5T_NATIVE_DOUBLE, clock.work);
  writeNumber(file, "wallSurplus", H5T_NATIVE_DOUBLE, clock.wallSurplus);
  writeReals(file, "probes", clock.probes);
  writeNumber(file, "nextId", H5T_NATIVE_UINT64, clock.nextId);
  writeReals(file, "sources", clock.sources);
  writeReals(file, "solids", clock.solids);
  writeReals(file, "coupling", clock.coupling);
  writeNumber(file, "cleared", H5T_NATIVE_UINT64, clock.cleared);
  writeLines(file, "freeSolids", clock.freeSolids);
  writeReals(file, "surfaceOrder", clock.surfaceOrder);
  writeNumber(file, "particles", H5T_NATIVE_UINT64, std::uint64_t{world.fluid().size()});
  writeNumber(file, "state", H5T_NATIVE_UINT64, world.hash());
  writeText(file, "scene", scene);
  const HdfHandle group(H5Gcreate2(file, "fluid", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                        "make a group");
  for (const FieldBase* field : world.fluid().set.fields())
    if (field->role() == Role::State) writeField(group, *field);
  must(H5Fflush(file, H5F_SCOPE_GLOBAL), "flush it");
}

}  // namespace

void writeCheckpoint(const std::filesystem::path& path, const World& world,
                     const std::string& scene) {
  const Timed t{"output/checkpoint"};
  silence();
  replaceFileAtomically(path, [&](const std::filesystem::path& fresh) {
    try {
      writeAll(fresh, world, scene);
    } catch (const Error& error) {
      throw Error({path.string()}, "",
                  fmt::format("cannot be written (is the disk full?): {}", error.what()));
    }
  });
}

std::string checkpointScene(const std::filesystem::path& path) {
  std::string scene;
  withCheckpoint(path, [&](hid_t file) { scene = readText(file, "scene"); });
  return scene;
}

double checkpointTime(const std::filesystem::path& path) {
  double time = 0;
  withCheckpoint(path,
                 [&](hid_t file) { time = readNumber<double>(file, "time", H5T_NATIVE_DOUBLE); });
  return time;
}

SavedState readSavedState(const std::filesystem::path& path) {
  SavedState saved;
  withCheckpoint(path, [&](hid_t file) {
    saved.scene = readText(file, "scene");
    saved.time = readNumber<double>(file, "time", H5T_NATIVE_DOUBLE);
    saved.solids = readReals(file, "solids");
    const auto particles = readNumber<std::uint64_t>(file, "particles", H5T_NATIVE_UINT64);
    FluidParticles fluid;
    const std::array<FieldBase*, 3> fields{&fluid.x, &fluid.v, &fluid.phase};
    std::size_t bytesEach = 0;
    for (const FieldBase* field : fields) bytesEach += field->elementSize();
    if (particles > sizeOf(file) / bytesEach)
      fail("it claims {} particles, more than its {} bytes can hold", particles, sizeOf(file));
    fluid.set.resize(particles);
    const HdfHandle group(H5Gopen2(file, "fluid", H5P_DEFAULT), H5Gclose, "find its fluid");
    for (FieldBase* field : fields) readField(group, *field);
    saved.positions.assign(fluid.x.begin(), fluid.x.end());
    saved.velocities.assign(fluid.v.begin(), fluid.v.end());
    saved.phases.assign(fluid.phase.begin(), fluid.phase.end());
  });
  return saved;
}

void readCheckpoint(const std::filesystem::path& path, World& world) {
  withCheckpoint(path, [&](hid_t file) {
    const World::Snapshot clock = readClock(file, world);
    const std::size_t particles = readCount(file, world);
    const HdfHandle group(H5Gopen2(file, "fluid", H5P_DEFAULT), H5Gclose, "find its fluid");
    world.restore(clock, particles, [&](const Particles& set) {
      for (FieldBase* field : set.fields())
        if (field->role() == Role::State) readField(group, *field);
    });
    if (readNumber<std::uint64_t>(file, "state", H5T_NATIVE_UINT64) != world.hash())
      fail("its particles are not those that were written; the file is damaged");
  });
}

}  // namespace shoal
