// Turns good files into malformed ones, the same ones for the same seed.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace shoal::support {

class Mutator {
 public:
  explicit Mutator(unsigned seed) : engine_(seed) {}

  // One to four random damages.
  std::string mutate(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0 && !text.empty(); --n) damage(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }

  void damage(std::string& text) {
    switch (below(10)) {
      case 0:
        return flipBit(text);
      case 1:
        return deleteSpan(text);
      case 2:
        return duplicateLine(text);
      case 3:
        return swapTokens(text);
      case 4:
        return putExtremeNumber(text);
      case 5:
        return putByte(text);
      case 6:
        return truncate(text);
      case 7:
      case 8:
        return putFormula(text);
      default:
        return putExtremeNumber(text);
    }
  }

  void flipBit(std::string& text) {
    char& c = text[below(text.size())];
    c = static_cast<char>(static_cast<unsigned char>(c) ^ (1u << below(8)));
  }

  void deleteSpan(std::string& text) { text.erase(below(text.size()), 1 + below(20)); }

  void duplicateLine(std::string& text) {
    const std::size_t begin = text.rfind('\n', below(text.size())) + 1;  // npos + 1 is 0
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    if (begin < end) text.insert(begin, text.substr(begin, end - begin));
  }

  void putByte(std::string& text) {
    static const std::string signs("[]{}\"'=,.#\n\0\xff-e", 15);
    text.insert(below(text.size()), 1, signs[below(signs.size())]);
  }

  void truncate(std::string& text) { text.resize(below(text.size())); }

  // Token i is text.substr(starts[i], lengths[i]); a token is a run of letters, digits and signs.
  std::vector<std::pair<std::size_t, std::size_t>> tokens(const std::string& text,
                                                          const std::string& of) const {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t at = text.find_first_of(of); at != std::string::npos;) {
      const std::size_t end = std::min(text.find_first_not_of(of, at), text.size());
      found.emplace_back(at, end - at);
      at = text.find_first_of(of, end);
    }
    return found;
  }

  void swapTokens(std::string& text) {
    const auto words = tokens(text,
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789.+-_");
    if (words.size() < 2) return;
    auto a = words[below(words.size())];
    auto b = words[below(words.size())];
    if (a.first > b.first) std::swap(a, b);
    if (a.first == b.first) return;
    const std::string wordA = text.substr(a.first, a.second);
    const std::string wordB = text.substr(b.first, b.second);
    text.replace(b.first, b.second, wordA);
    text.replace(a.first, a.second, wordB);
  }

  static void replaceToken(std::string& text, const std::pair<std::size_t, std::size_t>& token,
                           const std::string& by) {
    text.replace(token.first, token.second, by);
  }

  void putExtremeNumber(std::string& text) {
    static const std::vector<std::string> extremes{
        "0",          "-1",         "1e308", "-1e308",
        "1e-308",     "nan",        "inf",   "-inf",
        "1e30",       "1e-9",       "1e6",   "-0.0",
        "4294967295", "2147483648", "1e19",  "9223372036854775807"};
    const auto numbers = tokens(text, "0123456789.");
    if (numbers.empty()) return;
    const auto& number = numbers[below(numbers.size())];
    replaceToken(text, number, extremes[below(extremes.size())]);
  }

  // In the place of a number, or of a text such as the formula that was there.
  void putFormula(std::string& text) {
    static const std::vector<std::string> formulas{
        "log(-1)",     "sqrt(0.05-t)", "1/t",        "1/0",    "1e200^2",
        "-1e300*t",    "0/0",          "exp(t*1e6)", "t <",    "",
        "sin(2*pi*t)", "x/x",          "((((t))))",  "1e12*t", "t > 0.01 ? 1/0 : 0",
        "2^2^2^2^2^2", "atan2(0,0)*t"};
    const std::string formula = '"' + formulas[below(formulas.size())] + '"';
    const auto numbers = tokens(text, "0123456789.");
    const std::size_t open = text.find('"', below(text.size()));
    const std::size_t close = open == std::string::npos ? open : text.find('"', open + 1);
    if (close != std::string::npos && below(3) == 0)
      text.replace(open, close + 1 - open, formula);
    else if (!numbers.empty())
      replaceToken(text, numbers[below(numbers.size())], formula);
  }

  std::mt19937 engine_;
};

}  // namespace shoal::support
