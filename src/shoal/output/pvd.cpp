#include "shoal/output/pvd.h"

#include <algorithm>
#include <cmath>

#include "shoal/core/error.h"
#include "shoal/core/file.h"
#include "shoal/core/parse_number.h"
#include "shoal/core/xml_tags.h"

namespace shoal {

PvdSeries::PvdSeries(std::filesystem::path path) : path_(std::move(path)) {}

PvdSeries PvdSeries::resume(const std::filesystem::path& path, double time) {
  PvdSeries series(path);
  if (!std::filesystem::exists(path)) return series;
  const std::string text = readFile(path);
  const std::string name = path.string();
  const std::vector<XmlTag> tags = xmlTags(text, name);
  if (tags.empty() || tags.front().name != "VTKFile")
    fail("{}: not a .pvd file; remove it to start a new series", name);
  for (const XmlTag& tag : tags) {
    if (tag.name != "DataSet") continue;
    const auto t = parseNumber<double>(tag.at("timestep", name));
    if (!t || !std::isfinite(*t)) fail("{}: damaged: a timestep is not a number", name);
    if (*t <= time) series.entries_.push_back({*t, tag.at("file", name)});
  }
  return series;
}

void PvdSeries::write(const std::filesystem::path& path, const std::vector<Entry>& entries) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n";
  for (const Entry& e : entries)
    text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", e.time,
                        xmlEscaped(e.file));
  writeFileAtomically(path, text + "</Collection>\n</VTKFile>\n");
}

void PvdSeries::add(double time, const std::string& file) {
  std::erase_if(entries_, [&](const Entry& e) { return e.file == file; });
  entries_.push_back({time, file});
  write(path_, entries_);
}

}  // namespace shoal
