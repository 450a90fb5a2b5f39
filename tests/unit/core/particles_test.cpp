#include "shoal/core/particles.h"

#include <cmath>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shoal/core/gathered.h"

namespace shoal {
namespace {

using testing::ElementsAre;

struct Herd {
  Particles set{"herd"};
  Field<std::uint32_t> id{set, "id", Role::State, 99};
  Field<float> mass{set, "mass", Role::State};
  Field<Vec3f> x{set, "position", Role::State};
  Field<float> work{set, "work", Role::Scratch, -1};

  explicit Herd(std::size_t n) {
    set.resize(n);
    for (std::size_t i = 0; i < n; ++i) give(i, static_cast<std::uint32_t>(i));
  }
  void give(std::size_t i, std::uint32_t name) {
    id[i] = name;
    mass[i] = 0.5f * float(name);
    x[i] = {float(name), 2 * float(name), 3 * float(name)};
  }
  // Whether every particle still has the values that it was given.
  bool whole() const {
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto n = float(id[i]);
      if (mass[i] != 0.5f * n || x[i] != Vec3f{n, 2 * n, 3 * n}) return false;
    }
    return true;
  }
  std::uint64_t hash() const { return hashState(set, id.span()); }
};

template <class T>
std::vector<T> valuesOf(const Field<T>& field) {
  return {field.begin(), field.end()};
}

bool sizesAgree(const Herd& herd) {
  for (const FieldBase* field : herd.set.fields())
    if (field->size() != herd.set.size() ||
        field->bytes().size() != herd.set.size() * field->elementSize())
      return false;
  return true;
}

TEST(Particles, AppendedOnesComeLastAndGetTheInitialValue) {
  Herd herd(3);
  EXPECT_EQ(herd.set.append(2), 3U);
  EXPECT_TRUE(sizesAgree(herd));
  EXPECT_THAT(valuesOf(herd.id), ElementsAre(0, 1, 2, 99, 99));
  EXPECT_THAT(valuesOf(herd.work), ElementsAre(-1, -1, -1, -1, -1));
  EXPECT_FLOAT_EQ(herd.mass[2], 1);
}

TEST(Particles, ValuesSurviveGrowthByManySteps) {
  Herd herd(0);
  for (std::uint32_t k = 0; k < 1000; ++k) herd.give(herd.set.append(1), k);
  EXPECT_EQ(herd.set.size(), 1000U);
  EXPECT_TRUE(herd.whole());
  EXPECT_EQ(herd.id[777], 777U);
}

TEST(Particles, StateFollowsARearrangement) {
  Herd herd(5);
  const std::uint32_t order[] = {4, 2, 0, 1, 3};
  herd.set.rearrange(order);
  EXPECT_THAT(valuesOf(herd.id), ElementsAre(4, 2, 0, 1, 3));
  EXPECT_TRUE(herd.whole());
  herd.mass[1] = 77;  // the check itself sees a value that did not follow
  EXPECT_FALSE(herd.whole());
}

TEST(Particles, RearrangementsOfManyChunksFollow) {
  const std::size_t n = 3 * kChunk + 17;
  Herd herd(n);
  std::vector<std::uint32_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>((i * 7919 + 3) % n);
  for (int round = 0; round < 3; ++round) herd.set.rearrange(order);
  EXPECT_TRUE(herd.whole());
  EXPECT_NE(herd.id[0], 0U);
}

TEST(Particles, ScratchLendsItsMemoryToSortingAndFollowsOnlyTheNumber) {
  Herd herd(4);
  for (std::size_t i = 0; i < 4; ++i) herd.work[i] = float(i);
  const std::size_t before = herd.set.bytes();
  const std::uint32_t order[] = {3, 1, 0};
  herd.set.rearrange(order);
  EXPECT_EQ(herd.work.size(), 3U);
  EXPECT_THAT(valuesOf(herd.id), ElementsAre(3, 1, 0));
  EXPECT_LE(herd.set.bytes(), before + 4 * sizeof(Vec3f) + kReadableBeyond)
      << "more than room for the field that no scratch field is like";
  EXPECT_TRUE(sizesAgree(herd));
}

TEST(Particles, ThoseThatStayKeepTheirOrder) {
  Herd herd(6);
  const std::uint8_t gone[] = {1, 0, 0, 1, 0, 1};
  herd.set.remove(gone);
  EXPECT_THAT(valuesOf(herd.id), ElementsAre(1, 2, 4));
  EXPECT_TRUE(herd.whole());
  EXPECT_TRUE(sizesAgree(herd));
}

TEST(Particles, RemovingNoneOrAllIsFine) {
  Herd herd(3);
  const std::uint8_t none[] = {0, 0, 0}, all[] = {1, 1, 1};
  herd.set.remove(none);
  EXPECT_THAT(valuesOf(herd.id), ElementsAre(0, 1, 2));
  herd.set.remove(all);
  EXPECT_EQ(herd.set.size(), 0U);
  EXPECT_TRUE(sizesAgree(herd));
  herd.give(herd.set.append(1), 5);
  EXPECT_THAT(valuesOf(herd.x), ElementsAre(Vec3f{5, 10, 15}));
}

TEST(Particles, FieldsOfAFullSetHaveItsSizeAndGoWhenTheyDie) {
  Herd herd(3);
  {
    const Field<float> late(herd.set, "late", Role::State, 8);
    EXPECT_THAT(valuesOf(late), ElementsAre(8, 8, 8));
    EXPECT_EQ(herd.set.find("late"), &late);
  }
  EXPECT_EQ(herd.set.find("late"), nullptr);
  herd.set.append(1);
  EXPECT_TRUE(sizesAgree(herd));
}

TEST(Particles, TwoFieldsOfOneNameAreRefused) {
  Herd herd(1);
  EXPECT_THROW(Field<float>(herd.set, "mass", Role::State), std::logic_error);
}

TEST(Particles, FieldsStandOnCacheLines) {
  const Herd herd(7);
  for (const FieldBase* field : herd.set.fields())
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(field->bytes().data()) % Buffer::kAlignment, 0U);
}

TEST(Particles, HashDependsOnStateButNeitherOnOrderNorOnScratch) {
  Herd herd(5);
  const std::uint64_t before = herd.hash();
  const std::uint32_t order[] = {4, 2, 0, 1, 3};
  herd.set.rearrange(order);
  herd.work[2] = 12;
  EXPECT_EQ(herd.hash(), before);
  herd.mass[3] = std::nextafter(herd.mass[3], 2.f);
  EXPECT_NE(herd.hash(), before);
}

TEST(Particles, HashSeesValuesThatChangePlaces) {
  Herd herd(5);
  const std::uint64_t before = herd.hash();
  std::swap(herd.x[1], herd.x[3]);
  EXPECT_NE(herd.hash(), before);
}

TEST(Particles, HashSeesAMissingParticle) {
  Herd herd(5);
  const std::uint64_t before = herd.hash();
  const std::uint32_t order[] = {0, 1, 2, 3};
  herd.set.rearrange(order);
  EXPECT_NE(herd.hash(), before);
}

TEST(Particles, UnsetValuesArePoisonInDebugBuilds) {
  Particles set("set");
  const Field<float> number(set, "number", Role::State);
  const Field<Vec3f> vector(set, "vector", Role::State);
  const Field<std::uint32_t> index(set, "index", Role::State);
  set.resize(1);
#ifdef NDEBUG
  EXPECT_EQ(number[0], 0);
  EXPECT_EQ(vector[0], Vec3f{});
  EXPECT_EQ(index[0], 0U);
#else
  EXPECT_TRUE(std::isnan(number[0]));
  EXPECT_TRUE(std::isnan(vector[0].x) && std::isnan(vector[0].y) && std::isnan(vector[0].z));
  EXPECT_EQ(index[0], 0xdeadbeefU);
#endif
}

}  // namespace
}  // namespace shoal
