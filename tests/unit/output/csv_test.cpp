#include "shoal/output/csv.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "support/temporary_folder.h"

namespace shoal {
namespace {

class Csv : public testing::Test {
 protected:
  void write(int steps) {
    CsvWriter csv(path, columns);
    for (int s = 1; s <= steps; ++s) csv.row(std::array{double(s), s * 0.1});
  }
  void append(const std::string& text) { std::ofstream(path, std::ios::app) << text; }
  std::string text() const { return readFile(path); }

  TemporaryFolder folder;
  std::filesystem::path path = folder / "stats.csv";
  std::vector<std::string> columns{"step", "time [s]"};
};

TEST_F(Csv, RowsAreOnTheDiskAtOnce) {
  CsvWriter csv(path, columns);
  EXPECT_EQ(text(), "step,time [s]\n");
  csv.row(std::array{1.0, 0.5});
  EXPECT_EQ(text(), "step,time [s]\n1,0.5\n");
}

TEST_F(Csv, NumbersReadBackTheSame) {
  CsvWriter csv(path, {"a"});
  for (const double v : {0.1, 1.0 / 3, -1e-300, 6.02214076e23, 123456789.0, HUGE_VAL}) {
    csv.row(std::array{v});
    const std::string all = text();
    const std::size_t line = all.rfind('\n', all.size() - 2) + 1;
    EXPECT_EQ(parseNumber<double>(std::string_view(all).substr(line)), v);
  }
}

TEST_F(Csv, ResumedTableIsTheOneThatWasNeverStopped) {
  write(6);
  const std::string uninterrupted = text();
  append("7,0.7\n8,0.");
  CsvWriter csv = CsvWriter::resume(path, columns, 4);
  EXPECT_LT(text().size(), uninterrupted.size());
  csv.row(std::array{5.0, 5 * 0.1});
  csv.row(std::array{6.0, 6 * 0.1});
  EXPECT_EQ(text(), uninterrupted);
}

TEST_F(Csv, TornLastLinesAreDropped) {
  write(2);
  const std::string good = text();
  for (const char* torn : {"3", "3,0.3", "3,\n", "3\n", "garbage\n"}) {
    write(2);
    append(torn);
    CsvWriter::resume(path, columns, 100);
    EXPECT_EQ(text(), good) << torn;
  }
}

TEST_F(Csv, TornHeaderOrMissingFileStartsAnew) {
  CsvWriter::resume(path, columns, 3);
  EXPECT_EQ(text(), "step,time [s]\n");
  writeFileAtomically(path, "step,ti");
  CsvWriter::resume(path, columns, 3);
  EXPECT_EQ(text(), "step,time [s]\n");
}

TEST_F(Csv, DamageAndOtherColumnsAreErrors) {
  write(1);
  append("x,y\n2,0.2\n");
  EXPECT_THROW(CsvWriter::resume(path, columns, 9), Error);
  write(1);
  EXPECT_THROW(CsvWriter::resume(path, {"step", "energy"}, 9), Error);
  EXPECT_THROW(CsvWriter(path, {"a,b"}), Error);
  CsvWriter csv(path, columns);
  EXPECT_THROW(csv.row(std::array{1.0}), Error);
}

}  // namespace
}  // namespace shoal
