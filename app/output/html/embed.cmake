# Everything that is the same in all pages, assembled and embedded in the program. The file is
# included from app/, because a generated source belongs to the folder of its target.
set(page_parts
    bench.js bench_kinds.js charts.js compare.js format.js histories.js memory.js orders.js page.css
    page.html page.js run.js run_kinds.js scaling.js
    uplot/LICENSE uplot/uPlot.iife.min.js uplot/uPlot.min.css)
set(page_folder ${CMAKE_CURRENT_SOURCE_DIR}/output/html)
list(TRANSFORM page_parts PREPEND ${page_folder}/)
set(page_html ${CMAKE_CURRENT_BINARY_DIR}/page_template.html)
set(page_source ${CMAKE_CURRENT_BINARY_DIR}/page_template.cpp)
set(assemble_page ${PROJECT_SOURCE_DIR}/cmake/AssemblePage.cmake)
add_custom_command(OUTPUT ${page_source} BYPRODUCTS ${page_html}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${page_folder} -DOUTPUT=${page_html} -P ${assemble_page}
    COMMAND ${CMAKE_COMMAND} -DFILE=${page_html} -DOUTPUT=${page_source}
        -DHEADER=app/output/embedded_files.hpp -DFUNCTION=page_template -P ${embed_file}
    DEPENDS ${page_parts} ${assemble_page} ${embed_file}
    COMMENT "Embedding the page of reports"
    VERBATIM)
target_sources(tobiuo_app PRIVATE ${page_source})
