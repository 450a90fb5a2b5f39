# SLEEF, which has no package file of its own.
find_path(SLEEF_INCLUDE_FOLDER sleef.h REQUIRED)
find_library(SLEEF_LIBRARY sleef REQUIRED)

# By name, so that what is installed does not carry the paths of this machine.
function(shoal_link_sleef target)
  target_include_directories(${target} SYSTEM PRIVATE ${SLEEF_INCLUDE_FOLDER})
  target_link_libraries(${target} PRIVATE sleef)
endfunction()
