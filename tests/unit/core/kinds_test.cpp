#include "shoal/core/kinds.h"

#include <gtest/gtest.h>

#include "shoal/core/parameter_difference.h"
#include "shoal/scene/read/described_reader.h"
#include "shoal/scene/read/described_writer.h"

namespace shoal {

struct SailParams {
  double area = 12;  // m^2
  bool striped = false;
};

template <>
struct Describe<SailParams> {
  static Entries entries() {
    using P = SailParams;
    return {Param{"area", &P::area, 1.0, 100.0, "m^2", "Area."},
            Flag{"striped", &P::striped, "Whether it has stripes."}};
  }
};

struct BoatDrive : KindEntry {
  int force = 0;  // N
  static std::vector<BoatDrive> builtIn() {
    return {{{"oars", "By hand."}, 100}, {{"screw", "By an engine."}, 5000}};
  }
};

struct BoatParams {
  Handle<BoatDrive> drive = "oars";
  KindParameters<BoatDrive> drives;
  KindParameters<BoatDrive> spares;
};

template <>
struct Describe<BoatParams> {
  static Entries entries() {
    using P = BoatParams;
    return {OneOf{"drive", &P::drive, "What moves it."}, AddedGroups{&P::drives},
            AddedGroups{"spare", &P::spares, "What else is on board."}};
  }
};

namespace {

// What a program would do before it reads scenes.
const BoatDrive& sail() {
  static const BoatDrive& added =
      KindTable<BoatDrive>::add({{"sail", "By the wind.", &parametersOf<SailParams>()}, 800});
  return added;
}

BoatParams read(const std::string& text) {
  sail();
  const toml::table root = parseToml(text, "boat.toml");
  ReadContext context{"boat.toml"};
  BoatParams boat;
  readTable(boat, root, "", context);
  return boat;
}

std::string errorOf(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string written(const BoatParams& boat) {
  std::string out;
  writeTable(boat, "", out);
  return out;
}

const SailParams& sailOf(const AddedParameters& all) {
  return *static_cast<const SailParams*>(all.valueOf(sail()));
}

TEST(Kinds, WhatIsBuiltInComesFirstAndStaysWhereItIs) {
  const BoatDrive* oars = KindTable<BoatDrive>::find("oars");
  ASSERT_TRUE(oars);
  sail();
  EXPECT_EQ(KindTable<BoatDrive>::find("oars"), oars);
  EXPECT_EQ(KindTable<BoatDrive>::words(), (std::vector<std::string>{"oars", "screw", "sail"}));
  EXPECT_EQ(KindTable<BoatDrive>::find("sail"), &sail());
  EXPECT_EQ(KindTable<BoatDrive>::find("sai"), nullptr);
}

TEST(Kinds, AWordIsTakenOnce) {
  sail();
  for (const char* taken : {"oars", "sail"})
    EXPECT_THROW(KindTable<BoatDrive>::add({{taken, ""}, 1}), Error) << taken;
  EXPECT_EQ(KindTable<BoatDrive>::all().size(), 3u);
}

TEST(Kinds, UnknownWordsNameAllThatAreKnownAndTheNearest) {
  sail();
  try {
    Handle<BoatDrive>("srew");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "\"srew\" is not one of oars, screw, sail; did you mean \"screw\"?");
  }
  EXPECT_EQ(errorOf("drive = \"srew\""),
            "boat.toml:1:9: drive: \"srew\" is not one of oars, screw, sail; did you mean "
            "\"screw\"?");
}

TEST(Kinds, HandlesReachTheEntryOfTheirWord) {
  const BoatParams boat = read("drive = \"screw\"");
  EXPECT_EQ(boat.drive->force, 5000);
  EXPECT_TRUE(boat.drive == "screw");
  EXPECT_FALSE(boat.drive == "oars");
  EXPECT_EQ(read("drive = \"sail\"").drive->force, 800);
}

TEST(Kinds, ParametersOfWhatWasAddedAreReadAndChecked) {
  const BoatParams boat = read("drive = \"sail\"\nsail = { area = 30 }");
  EXPECT_EQ(sailOf(boat.drives).area, 30);
  EXPECT_FALSE(sailOf(boat.drives).striped);
  EXPECT_EQ(sailOf(read("").drives).area, 12);
  EXPECT_EQ(errorOf("sail = { area = 300 }"),
            "boat.toml:1:17: sail.area: 300 is outside [1, 100] m^2");
  EXPECT_EQ(errorOf("sail = { aera = 3 }"),
            "boat.toml:1:10: sail.aera: unknown; did you mean \"area\"?");
  EXPECT_EQ(errorOf("sail = 3"), "boat.toml:1:8: sail: expected a table, found a whole number");
}

TEST(Kinds, WithinATableOfItsOwnWhatIsNamedIsInUse) {
  EXPECT_FALSE(read("").spares.find(sail()));
  const BoatParams boat = read("[spare.sail]\narea = 7\n");
  ASSERT_TRUE(boat.spares.find(sail()));
  EXPECT_EQ(sailOf(boat.spares).area, 7);
  EXPECT_EQ(sailOf(boat.drives).area, 12);
  EXPECT_TRUE(read("spare = { sail = {} }").spares.find(sail()));
  EXPECT_EQ(errorOf("spare = { sial = {} }"),
            "boat.toml:1:11: spare.sial: unknown; did you mean \"sail\"?");
  EXPECT_EQ(errorOf("spare = { oars = {} }").find("boat.toml:1:11: spare.oars: unknown"), 0u);
  EXPECT_EQ(errorOf("spare = 1"), "boat.toml:1:9: spare: expected a table, found a whole number");
}

TEST(Kinds, WhatIsWrittenReadsBackAsTheSame) {
  const BoatParams plain = read("");
  EXPECT_EQ(written(plain), "drive = \"oars\"\n\n[sail]\narea = 12  # m^2\nstriped = false\n");
  BoatParams boat = read("drive = \"sail\"\nsail.striped = true\n[spare.sail]\narea = 3.5\n");
  EXPECT_EQ(written(boat),
            "drive = \"sail\"\n\n[sail]\narea = 12  # m^2\nstriped = true\n"
            "\n[spare.sail]\narea = 3.5  # m^2\nstriped = false\n");
  EXPECT_EQ(firstDifference(boat, read(written(boat))).value_or(""), "");
}

TEST(Kinds, DifferencesAreFoundInWhatWasAdded) {
  const auto difference = [](const std::string& a, const std::string& b) {
    return firstDifference(read(a), read(b)).value_or("");
  };
  EXPECT_EQ(difference("", "drive = \"sail\""), "drive");
  EXPECT_EQ(difference("", "sail.area = 13"), "sail.area");
  EXPECT_EQ(difference("", "sail.area = 12"), "");
  EXPECT_EQ(difference("", "[spare.sail]"), "spare.sail");
  EXPECT_EQ(difference("[spare.sail]", "spare.sail.striped = true"), "spare.sail.striped");
}

TEST(Kinds, CopiesDoNotShareTheirParameters) {
  const BoatParams boat = read("sail.area = 30");
  BoatParams copy = boat;
  static_cast<SailParams*>(copy.drives.give(sail()))->area = 40;
  EXPECT_EQ(sailOf(boat.drives).area, 30);
  EXPECT_EQ(sailOf(copy.drives).area, 40);
}

TEST(Kinds, ValuesFilledInByCodeAreChecked) {
  BoatParams boat = read("");
  static_cast<SailParams*>(boat.spares.give(sail()))->area = 0;
  try {
    validate(boat, "boat");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "boat.spare.sail.area: 0 is outside [1, 100] m^2");
  }
}

}  // namespace
}  // namespace shoal
