// Particle frames: .vtp, .bgeo and the .pvd that lists them.
#include <fstream>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/formats/bgeo.h"
#include "shoal/formats/gzip.h"
#include "shoal/formats/particle_vtp.h"
#include "shoal/output/pvd.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

OwnedParticleTable someParticles(std::size_t count) {
  OwnedParticleTable table;
  std::vector<float> density;
  std::vector<Vec3f> velocity;
  std::vector<std::uint32_t> id;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    table.positions.push_back({0.1f * x, -x, 1 / (x + 1)});
    density.push_back(1000 + x / 3);
    velocity.push_back({x, 2 * x, -3 * x});
    id.push_back(static_cast<std::uint32_t>(4'000'000'000u + i));
  }
  table.columns = {{"velocity", velocity}, {"density", density}, {"id", id}};
  table.time = 0.1 + 0.2;
  return table;
}

void expectSame(const OwnedParticleTable& a, const OwnedParticleTable& b) {
  EXPECT_EQ(a.positions, b.positions);
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    EXPECT_EQ(a.columns[c].name, b.columns[c].name);
    EXPECT_TRUE(a.columns[c].values == b.columns[c].values) << a.columns[c].name;
  }
}

struct Format {
  const char* name;
  std::function<void(const std::filesystem::path&, const ParticleTable&)> write;
  std::function<OwnedParticleTable(const std::filesystem::path&)> read;
};

class ParticleFile : public testing::TestWithParam<Format> {
 protected:
  // Whether the file is refused with an Error of one line; anything but an Error fails the test.
  bool refuses(const std::string& bytes) {
    const auto path = folder / "hostile";
    std::filesystem::remove(path);  // truncating a file in use is slow on some file systems
    std::ofstream(path, std::ios::binary) << bytes;
    try {
      GetParam().read(path);
      return false;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
      return true;
    }
  }
  TemporaryFolder folder;
};

INSTANTIATE_TEST_SUITE_P(Formats, ParticleFile,
                         testing::Values(Format{"vtp", writeVtp, readVtp},
                                         Format{"bgeo", writeBgeo, readBgeo}),
                         [](const auto& format) { return format.param.name; });

TEST_P(ParticleFile, ReadsBackWhatWasWritten) {
  for (const std::size_t count : {0, 1, 5000}) {
    const OwnedParticleTable table = someParticles(count);
    GetParam().write(folder / "p", table.view());
    expectSame(GetParam().read(folder / "p"), table);
  }
}

TEST_P(ParticleFile, NotANumberInAColumnSurvivesButNotInAPosition) {
  OwnedParticleTable table = someParticles(3);
  std::get<std::vector<float>>(table.columns[1].values)[1] = NAN;
  GetParam().write(folder / "p", table.view());
  EXPECT_TRUE(std::isnan((*GetParam().read(folder / "p").column<float>("density"))[1]));
  table.positions[2].y = NAN;
  GetParam().write(folder / "p", table.view());
  EXPECT_THROW(GetParam().read(folder / "p"), Error);
}

TEST_P(ParticleFile, UnevenOrTwiceNamedColumnsAreRefused) {
  OwnedParticleTable table = someParticles(3);
  std::get<std::vector<float>>(table.columns[1].values).pop_back();
  EXPECT_THROW(GetParam().write(folder / "p", table.view()), Error);
  table = someParticles(3);
  table.columns[1].name = "velocity";
  EXPECT_THROW(GetParam().write(folder / "p", table.view()), Error);
}

TEST_P(ParticleFile, EveryTruncationIsRefused) {
  GetParam().write(folder / "p", someParticles(4).view());
  const std::string whole = readFile(folder / "p");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(refuses(whole.substr(0, size))) << size;
  EXPECT_FALSE(refuses(whole));
}

TEST_P(ParticleFile, RandomDamageIsReadOrRefusedButNeverCrashes) {
  GetParam().write(folder / "p", someParticles(20).view());
  const std::string whole = readFile(folder / "p");
  std::mt19937 random(7);
  int refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string damaged = whole;
    for (int flips = 1 + trial % 4; flips > 0; --flips)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    refused += refuses(damaged);
  }
  EXPECT_GT(refused, 100);
}

TEST_P(ParticleFile, WhatIsNotAFileIsRefused) {
  EXPECT_THROW(GetParam().read(folder / "missing"), Error);
  EXPECT_THROW(GetParam().read(folder.path()), Error);
  EXPECT_THROW(GetParam().read("/dev/zero"), Error);
  EXPECT_TRUE(refuses(""));
  EXPECT_TRUE(refuses("solid cube"));
}

TEST(Bgeo, BytesAreThoseOfTheClassicLayout) {
  const TemporaryFolder folder;
  OwnedParticleTable table;
  table.positions = {{1, 2, -0.5f}};
  table.columns = {{"velocity", std::vector<Vec3f>{{0, 0, 4}}},
                   {"density", std::vector<float>{1000}},
                   {"id", std::vector<std::uint32_t>{258}}};
  writeBgeo(folder / "p.bgeo", table.view());
  using namespace std::string_literals;
  const std::string expected =
      "BgeoV\0\0\0\5"s                                 // magic and version
      "\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0"s              // points, primitives, groups
      "\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0"s              // attributes: point, vertex, ...
      "\0\1v\0\3\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0\0"s     // a vector of three
      "\0\7density\0\1\0\0\0\0\0\0\0\0"s               // a float
      "\0\2id\0\1\0\0\0\1\0\0\0\0"s                    // an integer
      "\x3f\x80\0\0\x40\0\0\0\xbf\0\0\0\x3f\x80\0\0"s  // 1 2 -0.5, w = 1
      "\0\0\0\0\0\0\0\0\x40\x80\0\0"s                  // 0 0 4
      "\x44\x7a\0\0"s                                  // 1000
      "\0\0\1\2"s                                      // 258
      "\0\xff"s;
  GzipReader unpacked(folder / "p.bgeo");
  EXPECT_EQ(unpacked.read(expected.size()), expected);
  EXPECT_THROW(unpacked.read(1), Error);                            // nothing follows
  EXPECT_EQ(readFile(folder / "p.bgeo").substr(0, 2), "\x1f\x8b");  // gzip
  std::ofstream(folder / "plain.bgeo", std::ios::binary) << expected;
  expectSame(readBgeo(folder / "plain.bgeo"), table);
}

TEST(Bgeo, RandomDamageBelowTheChecksumIsReadOrRefused) {
  const TemporaryFolder folder;
  writeBgeo(folder / "p", someParticles(3).view());
  GzipReader packed(folder / "p");
  // Header, attributes "v", "density" and "id", three points of 36 bytes, end.
  const std::string whole = packed.read(41 + 21 + 19 + 14 + 3 * 36 + 2);
  std::mt19937 random(7);
  int refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto path = folder / fmt::format("{}", trial);
    std::ofstream(path, std::ios::binary) << damaged;
    try {
      readBgeo(path);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_LT(refused, 2000);
}

TEST(Bgeo, HugeClaimsAreRefusedBeforeMemoryIsTaken) {
  const TemporaryFolder folder;
  using namespace std::string_literals;
  const std::string none = "\0\0\0\0\0\0\0\0\0\0\0\0"s;
  const std::string points = "BgeoV\0\0\0\5\x7f\xff\xff\xff"s + none + "\0\0\0\0"s + none;
  const std::string attributes = "BgeoV\0\0\0\5\0\0\0\1"s + none + "\x7f\xff\xff\xff"s + none;
  for (const std::string& bytes : {points, attributes}) {
    std::ofstream(folder / "p", std::ios::binary) << gzipped(bytes);
    EXPECT_THROW(readBgeo(folder / "p"), Error);
  }
}

TEST(Vtp, HeaderAndArraysAreThoseOfTheFormat) {
  const TemporaryFolder folder;
  OwnedParticleTable table;
  table.positions = {{1, 2, 3}, {4, 5, 6}};
  table.columns = {{"a<b", std::vector<float>{7, 8}}};
  table.time = 0.25;
  writeVtp(folder / "p.vtp", table.view());
  const std::string file = readFile(folder / "p.vtp");
  for (const char* part :
       {R"(header_type="UInt64")", R"(Name="TimeValue" NumberOfTuples="1" format="ascii">0.25<)",
        R"(NumberOfPoints="2" NumberOfVerts="2")",
        R"(type="Float32" Name="a&lt;b" NumberOfComponents="1" format="appended" offset="0")",
        R"(Name="Points" NumberOfComponents="3" format="appended" offset="16")",
        R"(Name="connectivity" NumberOfComponents="1" format="appended" offset="48")",
        R"(Name="offsets" NumberOfComponents="1" format="appended" offset="64")"})
    EXPECT_NE(file.find(part), std::string::npos) << part;
  using namespace std::string_literals;
  const std::string data =
      "_\x08\0\0\0\0\0\0\0\0\0\xe0\x40\0\0\0\x41"s
      "\x18\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xa0\x40\0\0\xc0\x40"s
      "\x08\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0"s
      "\x08\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0"s
      "\n</AppendedData>"s;
  EXPECT_NE(file.find(data), std::string::npos);
  EXPECT_EQ(readVtp(folder / "p.vtp").time, 0.25);
}

TEST(Pvd, ListsFramesAndForgetsTheFutureWhenResumed) {
  const TemporaryFolder folder;
  const auto path = folder / "run.pvd";
  PvdSeries series(path);
  series.add(0, "frames/a&b_0.vtp");
  series.add(1.0 / 3, "frames/a&b_1.vtp");
  series.add(2.0 / 3, "frames/a&b_2.vtp");
  EXPECT_NE(readFile(path).find("timestep=\"0.3333333333333333\" part=\"0\" "
                                "file=\"frames/a&amp;b_1.vtp\"/>"),
            std::string::npos);

  PvdSeries resumed = PvdSeries::resume(path, 1.0 / 3);
  ASSERT_EQ(resumed.entries().size(), 2u);
  EXPECT_EQ(resumed.entries()[1].time, 1.0 / 3);
  EXPECT_EQ(resumed.entries()[1].file, "frames/a&b_1.vtp");
  resumed.add(1.0 / 3, "frames/a&b_1.vtp");
  resumed.add(0.5, "frames/a&b_2.vtp");
  EXPECT_EQ(PvdSeries::resume(path, 9).entries().size(), 3u);
}

TEST(Pvd, DamagedSeriesAreRefusedAndMissingOnesAreEmpty) {
  const TemporaryFolder folder;
  const auto path = folder / "run.pvd";
  EXPECT_TRUE(PvdSeries::resume(path, 1).entries().empty());
  const std::string head = "<VTKFile type=\"Collection\">";
  for (const std::string& text :
       {std::string("hello"), head + "<DataSet timestep=\"x\" file=\"a\"/>",
        head + "<DataSet file=\"a\"/>", head + "<DataSet timestep=\"1\"",
        head + "<DataSet a=\"/>"}) {
    std::ofstream(path) << text;
    EXPECT_THROW(PvdSeries::resume(path, 1), Error) << text;
  }
}

}  // namespace
}  // namespace shoal
