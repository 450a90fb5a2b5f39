# Volumes (.vdb) of surfaces, where OpenVDB is there: one source uses it. Its headers need those of
# Boost, which Debian's package does not ask for.
find_path(OPENVDB_INCLUDE_DIR openvdb/openvdb.h)
find_path(OPENVDB_BOOST_INCLUDE_DIR boost/uuid/uuid.hpp)
find_library(OPENVDB_LIBRARY openvdb)
find_library(OPENVDB_IMATH_LIBRARY Imath)  # for numbers of 16 bits
mark_as_advanced(OPENVDB_INCLUDE_DIR OPENVDB_BOOST_INCLUDE_DIR OPENVDB_LIBRARY
  OPENVDB_IMATH_LIBRARY)

# By name, so that what is installed does not carry the paths of this machine.
function(shoal_link_openvdb target)
  if(NOT OPENVDB_INCLUDE_DIR OR NOT OPENVDB_BOOST_INCLUDE_DIR OR NOT OPENVDB_LIBRARY
     OR NOT OPENVDB_IMATH_LIBRARY)
    message(STATUS "Without OpenVDB (libopenvdb-dev, libboost-dev): no .vdb files")
    return()
  endif()
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/shoal/formats/surface_vdb.cpp
    APPEND PROPERTY COMPILE_DEFINITIONS SHOAL_OPENVDB)
  target_include_directories(${target} SYSTEM PRIVATE ${OPENVDB_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE openvdb Imath)
endfunction()
