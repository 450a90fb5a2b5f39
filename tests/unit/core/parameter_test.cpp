#include "shoal/core/parameter.h"

#include <limits>

#include <gtest/gtest.h>

namespace shoal {

struct WheelParams {
  double radius = 0.3;  // m
};

enum class Drive { Horse, Ox, Engine };
enum class Cargo { Hay, Milk };

template <>
struct EnumWords<Drive> {
  static constexpr EnumWord<Drive> words[] = {
      {Drive::Horse, "horse"}, {Drive::Ox, "ox"}, {Drive::Engine, "engine"}};
};

template <>
struct EnumWords<Cargo> {
  static constexpr EnumWord<Cargo> words[] = {{Cargo::Hay, "hay"}, {Cargo::Milk, "milk"}};
};

struct CartParams {
  double mass = 20;  // kg
  int seats = 2;
  bool open = true;
  std::string label;
  Drive drive = Drive::Horse;
  std::vector<Cargo> cargo;
  std::vector<std::string> stickers;
  Vec3d position;
  std::optional<Vec3d> target;
  Box3d bed{{0, 0, 0}, {1, 1, 1}};
  std::optional<Box3d> cover;
  WheelParams spare;
  std::optional<WheelParams> steering;
  std::vector<WheelParams> wheel;
};

template <>
struct Describe<WheelParams> {
  static Entries entries() {
    using P = WheelParams;
    return {Param{"radius", &P::radius, 0.01, 2.0, "m", "Radius."}};
  }
};

template <>
struct Describe<CartParams> {
  static Entries entries() {
    using P = CartParams;
    return {Param{"mass", &P::mass, 1.0, 500.0, "kg", "Mass."},
            Param{"seats", &P::seats, 0, 8, "", "Seats."},
            Flag{"open", &P::open, "Without a roof."},
            Text{"label", &P::label, "Free text."},
            Choice{"drive", &P::drive, "What pulls it."},
            Words{"cargo", &P::cargo, "What it carries."},
            Words{"stickers", &P::stickers, "What is on it."},
            Vector{"position", &P::position, "m", "Where it is."},
            Vector{"target", &P::target, "m", "Where it goes."},
            Corners{"bed", &P::bed, "m", "Room for cargo."},
            Corners{"cover", &P::cover, "m", "What is covered."},
            Group{"spare", &P::spare, "The spare wheel."},
            Group{"steering", &P::steering, "The steering wheel."},
            List{"wheel", &P::wheel, "Wheels."}};
  }
};

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What the Error of `check` says, or "" if there is none.
template <class Check>
std::string complaintOf(Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// The complaint about a cart after `change`.
template <class Change>
std::string complaint(Change&& change, const std::string& key = "") {
  CartParams cart;
  change(cart);
  return complaintOf([&] { validate(cart, key); });
}

TEST(Parameter, DefaultsAreValid) {
  EXPECT_EQ(complaint([](CartParams&) {}), "");
}

TEST(Parameter, EntriesKeepTheOrderOfDeclaration) {
  const std::vector<std::string> names = parametersOf<CartParams>().names();
  ASSERT_EQ(names.size(), 14u);
  EXPECT_EQ(names.front(), "mass");
  EXPECT_EQ(names.back(), "wheel");
}

TEST(Parameter, BothEndsOfARangeBelongToIt) {
  for (const double mass : {1.0, 500.0})
    EXPECT_EQ(complaint([=](CartParams& c) { c.mass = mass; }), "");
  for (const int seats : {0, 8}) EXPECT_EQ(complaint([=](CartParams& c) { c.seats = seats; }), "");
}

TEST(Parameter, OutsideItsRangeIsNamedWithValueRangeAndUnit) {
  EXPECT_EQ(complaint([](CartParams& c) { c.mass = 0.5; }), "mass: 0.5 is outside [1, 500] kg");
  EXPECT_EQ(complaint([](CartParams& c) { c.mass = 501; }), "mass: 501 is outside [1, 500] kg");
  EXPECT_EQ(complaint([](CartParams& c) { c.seats = -1; }), "seats: -1 is outside [0, 8]");
}

TEST(Parameter, NaNAndInfinityAreOutsideEveryRange) {
  EXPECT_EQ(complaint([](CartParams& c) { c.mass = kNaN; }), "mass: nan is outside [1, 500] kg");
  EXPECT_EQ(complaint([](CartParams& c) { c.mass = kInfinity; }),
            "mass: inf is outside [1, 500] kg");
  EXPECT_NE(complaint([](CartParams& c) { c.mass = -kInfinity; }), "");
}

TEST(Parameter, ErrorCarriesThePlaceAndTheKey) {
  const Param entry{"radius", &WheelParams::radius, 0.01, 2.0, "m", ""};
  try {
    checkRange(entry, 3.0, {"cart.toml", 7, 2}, "wheel[1].radius");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cart.toml:7:2: wheel[1].radius: 3 is outside [0.01, 2] m");
    EXPECT_EQ(error.key(), "wheel[1].radius");
  }
}

// What checkWord() says of a colour, "" if it is one of three.
std::string complaintAbout(const std::string& colour) {
  return complaintOf([&] { checkWord({"red", "blue", "green"}, colour, {}, "colour"); });
}

TEST(Parameter, UnknownChoiceListsTheKnownOnesAndTheNearest) {
  EXPECT_EQ(complaintAbout("green"), "");
  EXPECT_EQ(complaintAbout("bleu"),
            "colour: \"bleu\" is not one of red, blue, green; did you mean \"blue\"?");
  EXPECT_EQ(complaintAbout("Blue"),
            "colour: \"Blue\" is not one of red, blue, green; did you mean \"blue\"?");
  EXPECT_EQ(complaintAbout("ultramarine"),
            "colour: \"ultramarine\" is not one of red, blue, green");
}

TEST(Parameter, PartOfAChoiceIsNotAChoice) {
  for (const char* colour : {"", "gree", "red, blue"})
    EXPECT_NE(complaintAbout(colour), "") << colour;
}

TEST(Parameter, ValuesWithoutAWordAreRefused) {
  EXPECT_EQ(complaint([](CartParams& c) { c.drive = Drive::Engine; }), "");
  EXPECT_EQ(complaint([](CartParams& c) { c.drive = static_cast<Drive>(3); }),
            "drive: \"\" is not one of horse, ox, engine");
  EXPECT_EQ(complaint([](CartParams& c) { c.cargo = {Cargo::Milk, Cargo::Hay}; }), "");
  EXPECT_EQ(complaint([](CartParams& c) {
              c.cargo = {Cargo::Hay, static_cast<Cargo>(-1)};
            }),
            "cargo: \"\" is not one of hay, milk");
}

TEST(Parameter, AnyWordWillDoWhereNoneIsKnown) {
  EXPECT_EQ(complaint([](CartParams& c) { c.stickers = {"", "anything"}; }), "");
}

TEST(EnumWords, GiveEachValueItsWordAndBack) {
  for (const Drive drive : {Drive::Horse, Drive::Ox, Drive::Engine})
    EXPECT_EQ(valueOf<Drive>(wordOf(drive)), drive);
  EXPECT_STREQ(wordOf(Drive::Ox), "ox");
  EXPECT_EQ(wordsOf<Drive>(), (std::vector<std::string>{"horse", "ox", "engine"}));
}

TEST(EnumWords, UnknownWordsAreNoValues) {
  for (const char* word : {"", "hors", "Horse", "horse "}) {
    EXPECT_EQ(valueOf<Drive>(word), std::nullopt) << word;
    EXPECT_THROW(chosen<Drive>(word, "drive"), Error) << word;
  }
  try {
    chosen<Drive>("hosre", "cart.drive");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cart.drive: \"hosre\" is not one of horse, ox, engine; did you mean \"horse\"?");
  }
}

TEST(Parameter, VectorsMustBeFinite) {
  const std::string message = ": a component is not a finite number";
  EXPECT_EQ(complaint([](CartParams& c) { c.position.y = kNaN; }), "position" + message);
  EXPECT_EQ(complaint([](CartParams& c) {
              c.target = Vec3d{0, 0, kInfinity};
            }),
            "target" + message);
  EXPECT_EQ(complaint([](CartParams& c) { c.bed.upper.x = kInfinity; }), "bed" + message);
}

TEST(Parameter, BoxesMayBeFlatButNotInverted) {
  EXPECT_EQ(complaint([](CartParams& c) { c.bed.upper.z = 0; }), "");
  EXPECT_EQ(complaint([](CartParams& c) { c.bed.upper.z = -1; }),
            "bed: the first corner must be below the second");
  EXPECT_EQ(complaint([](CartParams& c) { c.cover = Box3d{}; }),
            "cover: the first corner must be below the second");
}

TEST(Parameter, KeyOfAPartNamesItsWholePath) {
  const std::string message = ": 5 is outside [0.01, 2] m";
  EXPECT_EQ(complaint([](CartParams& c) { c.spare.radius = 5; }), "spare.radius" + message);
  EXPECT_EQ(complaint([](CartParams& c) { c.steering = WheelParams{5}; }),
            "steering.radius" + message);
  EXPECT_EQ(complaint([](CartParams& c) { c.wheel = {{1}, {5}}; }), "wheel[1].radius" + message);
  EXPECT_EQ(complaint(
                [](CartParams& c) {
                  c.wheel = {{1}, {5}};
                },
                "cart[3]"),
            "cart[3].wheel[1].radius" + message);
}

}  // namespace
}  // namespace shoal
