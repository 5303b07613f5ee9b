# SPDX-License-Identifier: BSD-3-Clause
# The papers' figures, embedded in the program. The file is included from studies/, because a generated
# source belongs to the folder of its target.
set(published_sources
    validation/published/naruse-2008-himeno.json
    validation/published/naruse-2008-memory.json
    validation/published/nukada-2008-fft.json
    validation/published/nukada-2008-memory.json)
list(TRANSFORM published_sources PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE published_paths)
set(published_embedded ${CMAKE_CURRENT_BINARY_DIR}/published_files.cpp)
add_custom_command(OUTPUT ${published_embedded}
    COMMAND ${CMAKE_COMMAND} "-DSOURCES=${published_sources}" -DROOT=${PROJECT_SOURCE_DIR}
        -DOUTPUT=${published_embedded} -DHEADER=studies/published/published.hpp
        -DNAMESPACE=tobiuo -DTYPE=PublishedFile -DFUNCTION=published_files
        -P ${PROJECT_SOURCE_DIR}/cmake/EmbedSources.cmake
    DEPENDS ${published_paths} ${PROJECT_SOURCE_DIR}/cmake/EmbedSources.cmake
    COMMENT "Embedding the published figures"
    VERBATIM)
target_sources(tobiuo_studies PRIVATE ${published_embedded})
