#include "shoal/core/escape.h"

#include <gtest/gtest.h>

#include "shoal/core/error.h"

namespace shoal {
namespace {

TEST(EscapeControls, TextStaysAsItIs) {
  for (const char* text :
       {"", "pool.toml:41:3: unknown", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x9f", "a\\x1b"})
    EXPECT_EQ(escapeControls(text), text);
}

TEST(EscapeControls, ControlCharactersAreEscaped) {
  EXPECT_EQ(escapeControls("a\x1b[2J\r\nb\t\x7f"), "a\\x1b[2J\\x0d\\x0ab\\x09\\x7f");
  EXPECT_EQ(escapeControls(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(escapeControls("\xc2\x9b"
                           "31m"),
            "\\xc2\\x9b31m")
      << "the CSI of one character";
  EXPECT_EQ(escapeControls("\xe2\x80\xae"), "\\xe2\\x80\\xae") << "writes from right to left";
}

TEST(EscapeControls, WhatIsNotUtf8IsEscaped) {
  EXPECT_EQ(escapeControls("\x9b"
                           "31m"),
            "\\x9b31m");
  EXPECT_EQ(escapeControls("\xc3("), "\\xc3(");
  EXPECT_EQ(escapeControls("\xe2\x82"), "\\xe2\\x82") << "cut off";
  EXPECT_EQ(escapeControls("\xc0\x9b"), "\\xc0\\x9b") << "an overlong form";
  EXPECT_EQ(escapeControls("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(escapeControls("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last";
}

TEST(EscapeControls, EveryPairOfBytesBecomesPrintableAndThenStays) {
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const std::string once =
          escapeControls(std::string{static_cast<char>(a), static_cast<char>(b)});
      EXPECT_EQ(escapeControls(once), once);
      for (const char c : once) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
    }
}

TEST(Error, MessagesFromFilesCannotWriteToTheTerminal) {
  const Error error({"a\x1b[31m.obj", 2, 0}, "k\ny", "is \x07");
  EXPECT_STREQ(error.what(), "a\\x1b[31m.obj:2: k\\x0ay: is \\x07");
  EXPECT_STREQ(Error(std::string("\x1b]0;x")).what(), "\\x1b]0;x");
}

}  // namespace
}  // namespace shoal
