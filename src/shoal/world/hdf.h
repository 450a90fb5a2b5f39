// Numbers, texts and fields in HDF5 files. Each function throws an Error when HDF5 fails, also when
// it fails to close something, since it may write only then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hdf5.h>

#include "shoal/core/particles.h"

namespace shoal::hdf {

// An HDF5 handle. Closed by close(), whose failure is an Error; the destructor is for unwinding.
class Handle {
 public:
  Handle(hid_t id, herr_t (*release)(hid_t), const std::string& what);
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }
  void close();

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
  std::string what_;
};

// Errors are reported by exceptions instead of HDF5's own pages of text.
void silence();

void must(herr_t status, const char* what);

// The HDF5 type of a number.
template <class Number>
hid_t typeOf();
template <>
hid_t typeOf<int>();
template <>
hid_t typeOf<long>();
template <>
hid_t typeOf<std::uint64_t>();
template <>
hid_t typeOf<double>();

void writeAttribute(hid_t file, const char* name, hid_t type, const void* value);
void readAttribute(hid_t file, const char* name, hid_t type, void* value);

template <class Number>
void writeNumber(hid_t file, const char* name, Number value) {
  writeAttribute(file, name, typeOf<Number>(), &value);
}
template <class Number>
Number readNumber(hid_t file, const char* name) {
  Number value{};
  readAttribute(file, name, typeOf<Number>(), &value);
  return value;
}

void writeText(hid_t file, const char* name, const std::string& text);
std::string readText(hid_t file, const char* name);

// Each line ends with a line break.
void writeLines(hid_t file, const char* name, const std::vector<std::string>& lines);
std::vector<std::string> readLines(hid_t file, const char* name);

void writeReals(hid_t file, const char* name, const std::vector<double>& values);
// As many as there are, which are known to be in the file before memory is taken for them.
std::vector<double> readReals(hid_t file, const char* name);
std::vector<double> readReals(hid_t file, const char* name, std::size_t count);

void writeField(hid_t group, const FieldBase& field);
void readField(hid_t group, FieldBase& field);

// Size of an open file, in bytes.
hsize_t sizeOf(hid_t file);

}  // namespace shoal::hdf
