# Scripts that exports of runs come with. They are files of their own and are carried in the library.
set(SHOAL_SCRIPT_FOLDER ${PROJECT_SOURCE_DIR}/src/shoal/output/export)

# Adds a script to a target, as the function shoal::scripts::<function>().
function(shoal_embed_script target script function)
  set(source ${PROJECT_BINARY_DIR}/generated/${function}.cpp)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DSCRIPT=${SHOAL_SCRIPT_FOLDER}/${script} -DFUNCTION=${function}
      -DSOURCE=${source} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    DEPENDS ${SHOAL_SCRIPT_FOLDER}/${script} ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    COMMENT "Embedding ${script}" VERBATIM)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
