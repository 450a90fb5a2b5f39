#include "shoal/world/hdf.h"

#include <array>
#include <sstream>

#include "shoal/core/error.h"

namespace shoal::hdf {

namespace {

// A dataset of one dimension, or of three columns.
void writeSet(hid_t where, const char* name, hid_t type, std::size_t rows, int rank,
              const void* values) {
  const std::array<hsize_t, 2> size{rows, 3};
  Handle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose, "make a dataspace");
  Handle set(H5Dcreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
             "make a dataset");
  if (rows > 0) must(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "write a dataset");
  set.close();
  space.close();
}

// A dataset that is there, and how many numbers it has.
struct OpenSet {
  OpenSet(hid_t where, const std::string& name)
      : set(H5Dopen2(where, name.c_str(), H5P_DEFAULT), H5Dclose,
            fmt::format("find its {}", name)) {
    const Handle space(H5Dget_space(set), H5Sclose, "read a dataspace");
    numbers = H5Sget_simple_extent_npoints(space);
  }
  void read(hid_t type, void* values) const {
    if (numbers > 0)
      must(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "read a dataset");
  }

  Handle set;
  hssize_t numbers = 0;  // negative if HDF5 cannot tell
};

hid_t elementTypeId(const FieldBase& field) {
  return field.type() == ElementType::UInt32 ? H5T_NATIVE_UINT32 : H5T_NATIVE_FLOAT;
}

}  // namespace

Handle::Handle(hid_t id, herr_t (*release)(hid_t), const std::string& what)
    : id_(id), close_(release), what_(what) {
  if (id_ < 0) fail("cannot {}", what);
}

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

void Handle::close() {
  const hid_t id = id_;
  id_ = -1;
  if (close_(id) < 0) fail("cannot {} to its end", what_);
}

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void must(herr_t status, const char* what) {
  if (status < 0) fail("cannot {}", what);
}

template <>
hid_t typeOf<int>() {
  return H5T_NATIVE_INT;
}
template <>
hid_t typeOf<long>() {
  return H5T_NATIVE_LONG;
}
template <>
hid_t typeOf<std::uint64_t>() {
  return H5T_NATIVE_UINT64;
}
template <>
hid_t typeOf<double>() {
  return H5T_NATIVE_DOUBLE;
}

void writeAttribute(hid_t file, const char* name, hid_t type, const void* value) {
  Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a dataspace");
  Handle attribute(H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                   "make an attribute");
  must(H5Awrite(attribute, type, value), "write an attribute");
  attribute.close();
  space.close();
}

void readAttribute(hid_t file, const char* name, hid_t type, void* value) {
  const Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose,
                         fmt::format("find its {}", name));
  must(H5Aread(attribute, type, value), "read an attribute");
}

void writeText(hid_t file, const char* name, const std::string& text) {
  writeSet(file, name, H5T_NATIVE_CHAR, text.size(), 1, text.data());
}

std::string readText(hid_t file, const char* name) {
  const OpenSet set(file, name);
  if (set.numbers < 0 || set.numbers > (hssize_t{1} << 26)) fail("{} is too long", name);
  std::string text(static_cast<std::size_t>(set.numbers), '\0');
  set.read(H5T_NATIVE_CHAR, text.data());
  return text;
}

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
  writeSet(file, name, H5T_NATIVE_DOUBLE, values.size(), 1, values.data());
}

std::vector<double> readReals(hid_t file, const char* name) {
  const OpenSet set(file, name);
  if (set.numbers < 0 || static_cast<hsize_t>(set.numbers) > sizeOf(file) / sizeof(double))
    fail("{} has {} numbers, more than fit into it", name, set.numbers);
  std::vector<double> values(static_cast<std::size_t>(set.numbers));
  set.read(H5T_NATIVE_DOUBLE, values.data());
  return values;
}

std::vector<double> readReals(hid_t file, const char* name, std::size_t count) {
  std::vector<double> values = readReals(file, name);
  if (values.size() != count) fail("{} has {} numbers instead of {}", name, values.size(), count);
  return values;
}

void writeField(hid_t group, const FieldBase& field) {
  const int rank = field.type() == ElementType::Vector ? 2 : 1;
  writeSet(group, field.name().c_str(), elementTypeId(field), field.size(), rank,
           field.bytes().data());
}

void readField(hid_t group, FieldBase& field) {
  const OpenSet set(group, field.name());
  const std::size_t perParticle = field.type() == ElementType::Vector ? 3 : 1;
  if (set.numbers < 0 || static_cast<std::size_t>(set.numbers) != field.size() * perParticle)
    fail("{} has {} numbers instead of {}", field.name(), set.numbers, field.size() * perParticle);
  set.read(elementTypeId(field), field.bytes().data());
}

hsize_t sizeOf(hid_t file) {
  hsize_t bytes = 0;
  must(H5Fget_filesize(file, &bytes), "tell its size");
  return bytes;
}

}  // namespace shoal::hdf
