#!/usr/bin/env bash
# Builds one test program with the sanitizers of a preset and runs it: sanitised.sh PRESET PROGRAM.
set -euo pipefail

preset=$1
program=$2

tests="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cd "$tests/.."
cmake --preset "$preset"
cmake --build --preset "$preset" --target "$program"

export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS="suppressions=$tests/tsan.supp"
"build/$preset/bin/$program"
