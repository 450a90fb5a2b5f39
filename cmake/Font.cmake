# Letters of pictures: FreeType draws them from DejaVu Sans, which is carried in the library, so that
# pictures are the same on machines without fonts.
find_package(Freetype REQUIRED)
find_file(SHOAL_FONT DejaVuSans.ttf PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/dejavu
  NO_DEFAULT_PATH REQUIRED)

# Adds the bytes of the font to a target, as shoal::detail::fontFile().
function(shoal_embed_font target)
  set(source ${PROJECT_BINARY_DIR}/generated/font_file.cpp)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFONT=${SHOAL_FONT} -DSOURCE=${source}
      -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFont.cmake
    DEPENDS ${SHOAL_FONT} ${PROJECT_SOURCE_DIR}/cmake/EmbedFont.cmake
    COMMENT "Embedding DejaVu Sans" VERBATIM)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_link_libraries(${target} PRIVATE Freetype::Freetype)
endfunction()
