#!/usr/bin/env bash
# Builds one test program with the sanitizers of a preset and runs tests of it:
# sanitised.sh PRESET PROGRAM FILTER.
set -euo pipefail

preset=$1
program=$2
filter=$3

tests="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cd "$tests/.."
cmake --preset "$preset"
cmake --build --preset "$preset" --target "$program"

export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS="suppressions=$tests/tsan.supp"
"build/$preset/bin/$program" --gtest_filter="$filter"
