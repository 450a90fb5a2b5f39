// Reference data: tables of numbers in validation/data, each with the lines that name its origin.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "validation/framework/outcome.h"

namespace shoal::validation {

class ReferenceTable {
 public:
  // Lines that start with # come first, then the names of the columns, then rows.
  explicit ReferenceTable(const std::filesystem::path& path);

  const std::string& origin() const { return origin_; }  // the # lines
  std::size_t rows() const { return cells_.size(); }

  // An Error that lists the columns if there is none of that name, or if it does not hold numbers.
  std::vector<double> column(std::string_view name) const;

  // One column over another.
  Series series(std::string_view x, std::string_view y) const;

  // Of the row that begins with `label`.
  double value(std::string_view label, std::string_view columnName) const;

 private:
  std::size_t indexOf(std::string_view name) const;
  double number(std::size_t row, std::size_t column) const;

  std::string file_;
  std::string origin_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> cells_;
};

// validation/data/<name>.csv of the project.
ReferenceTable referenceData(const std::string& name);

}  // namespace shoal::validation
