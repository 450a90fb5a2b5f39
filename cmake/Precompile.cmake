# Headers of others that most sources include, parsed once for all targets: a third of the time to
# compile the library. None is of the project, so that no edit of it compiles all anew. The preset
# clang leaves them out (CMAKE_DISABLE_PRECOMPILE_HEADERS): a source that forgets an include fails
# there.

# shoal_precompiled(NAME LIBRARIES... HEADERS HEADERS...): compiles headers that the targets given to
# target_precompile_headers(TARGET REUSE_FROM NAME) start from. A compiler takes them only where its
# options are the same, so that NAME has the warnings that all have, and no definitions of its own.
function(shoal_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 of "" "" "LIBRARIES;HEADERS")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${of_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${of_HEADERS})
  shoal_warnings(${name})
endfunction()

set(shoal_common_headers <algorithm> <array> <cmath> <cstdint> <functional> <limits>
  <map> <memory> <numbers> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <vector>
  <fmt/format.h> <tbb/parallel_for.h>)
