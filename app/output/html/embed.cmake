# SPDX-License-Identifier: BSD-3-Clause
# Everything that is the same in all pages, assembled and embedded in the program, and what is said
# of reports. The file is included from app/, because a generated source belongs to the folder of its
# target.
set(page_parts
    bench.js bench_charts.js bench_kinds.js charts.js compare.js format.js histories.js page.css
    page.html page.js run.js ../views.json
    uplot/LICENSE uplot/uPlot.iife.min.js uplot/uPlot.min.css)
set(page_folder ${CMAKE_CURRENT_SOURCE_DIR}/output/html)
list(TRANSFORM page_parts PREPEND ${page_folder}/)
set(page_html ${CMAKE_CURRENT_BINARY_DIR}/page_template.html)
set(page_source ${CMAKE_CURRENT_BINARY_DIR}/page_template.cpp)
set(views_source ${CMAKE_CURRENT_BINARY_DIR}/views_file.cpp)
set(assemble_page ${PROJECT_SOURCE_DIR}/cmake/AssemblePage.cmake)
set(embed ${CMAKE_COMMAND} -DHEADER=app/output/embedded_files.hpp)
add_custom_command(OUTPUT ${page_source} ${views_source} BYPRODUCTS ${page_html}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${page_folder} -DOUTPUT=${page_html} -P ${assemble_page}
    COMMAND ${embed} -DFILE=${page_html} -DOUTPUT=${page_source} -DFUNCTION=page_template
        -P ${embed_file}
    COMMAND ${embed} -DFILE=${page_folder}/../views.json -DOUTPUT=${views_source}
        -DFUNCTION=views_file -P ${embed_file}
    DEPENDS ${page_parts} ${assemble_page} ${embed_file}
    COMMENT "Embedding the page of reports"
    VERBATIM)
target_sources(tobiuo_app PRIVATE ${page_source} ${views_source})
