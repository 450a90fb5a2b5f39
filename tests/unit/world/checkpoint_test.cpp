// A checkpoint whose contents are not those of the world that wrote it is refused, also when it is
// well formed and has a checksum that fits.
#include "shoal/world/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "support/scene_world.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

// Has state of every kind: particles that come and go, a body with contacts, probes that remember.
Scene everything() {
  return parseScene(R"toml(
    format = 1
    world = { spacing = 0.04, domain = [[-0.5, -0.3, -0.5], [0.8, 1, 0.5]] }
    [[fluid]]
    name = "water"
    solver = "wcsph"
    fill = { box = [[-0.2, 0, -0.2], [0.2, 0.12, 0.2]] }
    [[solid]]
    name = "floor"
    mesh = { plane = { centre = [0, 0, 0], size = [0.8, 0.8] } }
    [[solid]]
    name = "ball"
    model = "rigid"
    mesh = { sphere = { centre = [0, 0.2, 0], radius = 0.05 } }
    velocity = [0.1, -0.2, 0.3]
    spin = [1, 2, 3]
    [[emitter]]
    name = "jet"
    fluid = "water"
    centre = [0.1, 0.35, 0]
    direction = [0.2, -1, 0.1]
    radius = 0.06
    speed = 2
    [[drain]]
    name = "hole"
    region = { sphere = { centre = [0, 0, 0.1], radius = 0.06 } }
    [[probe]]
    name = "on-ball"
    force = "ball"
    every = 0.01
    [[probe]]
    name = "level"
    height = [0.1, 0, 0.1]
    every = 0.003
  )toml",
                    "everything.toml");
}

// Applies `change` to each number of a dataset in turn, or to an attribute.
using Change = std::function<void(std::vector<double>&)>;

class Checkpoint : public testing::Test {
 protected:
  void SetUp() override {
    world_ = makeWorld(everything());
    world_->examine();
    for (int k = 0; k < 60; ++k) world_->step(100);
    writeCheckpoint(file(), *world_, {"scene"});
    whole_ = readFile(file());
  }

  std::filesystem::path file() const { return folder_ / "checkpoint.h5"; }

  void put(const std::string& bytes) const {
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << bytes;
  }

  // The whole file without its last line, to be changed by HDF5.
  template <class Edit>
  void edit(Edit&& change) const {
    put(whole_.substr(0, whole_.size() - checkpointSeal("").size()));
    const hid_t opened = H5Fopen(file().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(opened, 0);
    change(opened);
    ASSERT_GE(H5Fclose(opened), 0);
  }

  // A checksum that fits what the file now holds.
  void forge() const {
    const std::string bytes = readFile(file());
    put(bytes + checkpointSeal(bytes));
  }

  std::string refusal() const {
    const auto other = makeWorld(everything());
    try {
      readCheckpoint(file(), *other);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }

  void expectRefused(const std::string& what) {
    ++tried_;
    EXPECT_THAT(refusal(), testing::HasSubstr("its bytes are not those that were written")) << what;
    forge();
    EXPECT_THAT(refusal(), testing::AllOf(testing::HasSubstr("checkpoint.h5"),
                                          testing::HasSubstr("not a checkpoint that can be")))
        << what << " with a checksum that fits";
  }

  void changeAttribute(const std::string& name) {
    edit([&](hid_t opened) {
      const hid_t attribute = H5Aopen(opened, name.c_str(), H5P_DEFAULT);
      double value = 0;
      H5Aread(attribute, H5T_NATIVE_DOUBLE, &value);
      value = value == 0 ? 1 : 2 * value;
      H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value);
      H5Aclose(attribute);
    });
    expectRefused(name);
  }

  void changeNumbers(const std::string& name, const std::string& how, const Change& change) {
    bool any = false;
    edit([&](hid_t opened) {
      const hid_t set = H5Dopen2(opened, name.c_str(), H5P_DEFAULT);
      const hid_t space = H5Dget_space(set);
      std::vector<double> numbers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
      any = numbers.size() > 1;
      if (any) {
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
        change(numbers);
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
      }
      H5Sclose(space);
      H5Dclose(set);
    });
    if (any) expectRefused(name + ": " + how);
  }

  // Fields may be whole numbers; these changes leave them so.
  void changeList(const std::string& name) {
    changeNumbers(name, "first", [](auto& n) { n.front() = n.front() == 0 ? 1 : 2 * n.front(); });
    changeNumbers(name, "last", [](auto& n) { n.back() = n.back() == 0 ? 1 : 2 * n.back(); });
    changeNumbers(name, "exchanged", [](auto& n) {
      const auto other =
          std::find_if(n.begin(), n.end(), [&](double value) { return value != n.front(); });
      if (other == n.end())
        n.front() += 1;
      else
        std::swap(n.front(), *other);
    });
  }

  TemporaryFolder folder_;
  std::unique_ptr<World> world_;
  std::string whole_;
  int tried_ = 0;
};

TEST_F(Checkpoint, IsReadBackAsItWasWritten) {
  EXPECT_EQ(refusal(), "accepted");
  edit([](hid_t) {});
  forge();
  EXPECT_EQ(refusal(), "accepted") << "or nothing is tested";
}

TEST_F(Checkpoint, OfOtherContentsIsRefused) {
  for (const char* number : {"format", "time", "lastStep", "steps", "escaped", "work",
                             "wallSurplus", "nextId", "cleared", "particles", "state"})
    changeAttribute(number);
  for (const char* list : {"probes", "sources", "solids", "coupling", "surfaceOrder"})
    changeList(list);
  for (const FieldBase* field : world_->fluid().set.fields())
    if (field->role() == Role::State) changeList("fluid/" + field->name());
  EXPECT_GE(tried_, 37);
}

TEST_F(Checkpoint, WithTheSignsOfTwoNumbersOfSolidsFlippedIsRefused) {
  for (const std::size_t a : {std::size_t{1}, std::size_t{3}, std::size_t{5}})
    changeNumbers("solids", "signs", [&](auto& n) {
      std::size_t flipped = 0;
      for (std::size_t k = a; k < n.size() && flipped < 2; ++k)
        if (n[k] != 0 && std::floor(n[k]) != n[k]) {
          n[k] = -n[k];
          ++flipped;
        }
    });
  EXPECT_EQ(tried_, 3);
}

TEST_F(Checkpoint, OfWhichAnyByteIsChangedIsRefused) {
  for (std::size_t at = 0; at < whole_.size(); at += 1 + whole_.size() / 200) {
    std::string bytes = whole_;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    put(bytes);
    EXPECT_THROW(mustBeWholeCheckpoint(file()), Error) << at;
  }
}

TEST_F(Checkpoint, KeepsTheOneBefore) {
  world_->step(100);
  writeCheckpoint(file(), *world_, {"scene"});
  EXPECT_EQ(readFile(previousCheckpoint(file())), whole_);
  EXPECT_NE(readFile(file()), whole_);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 2);
}

}  // namespace
}  // namespace shoal
