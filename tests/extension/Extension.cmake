# A program against the installed library that adds a member to every kind; docs/extending.md walks
# through its code.
add_test(NAME extension.scene
  COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/extension ${scratch}/extension
    --build-generator ${CMAKE_GENERATOR}
    --build-options -DCMAKE_PREFIX_PATH=${scratch}/prefix -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -DCMAKE_BUILD_TYPE=Release
    --test-command ${scratch}/extension/extension
      ${CMAKE_CURRENT_SOURCE_DIR}/extension/everything.toml ${scratch}/extension/run)
set_tests_properties(extension.scene PROPERTIES FIXTURES_REQUIRED installed_shoal
  PASS_REGULAR_EXPRESSION "[0-9]+ particles at t = 0.3 s, 0 escaped, 4 frames of points")
