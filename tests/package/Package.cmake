# Installs shoal into a scratch folder, then configures, builds and runs a program that finds it there.
set(scratch ${CMAKE_CURRENT_BINARY_DIR}/package)

add_test(NAME package.install
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${scratch}/prefix)
set_tests_properties(package.install PROPERTIES FIXTURES_SETUP installed_shoal)

add_test(NAME package.consumer
  COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/package ${scratch}/build
    --build-generator ${CMAKE_GENERATOR}
    --build-options -DCMAKE_PREFIX_PATH=${scratch}/prefix -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    --test-command ${scratch}/build/consumer
      ${scratch}/prefix/${CMAKE_INSTALL_DATADIR}/shoal/scenes/examples/dam-break.toml)
set_tests_properties(package.consumer PROPERTIES FIXTURES_REQUIRED installed_shoal
  PASS_REGULAR_EXPRESSION "18000 particles at t = 0.01 s")
