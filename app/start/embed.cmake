# SPDX-License-Identifier: BSD-3-Clause
# The cases that `tobiuo new` writes, embedded in the program: those of this folder, made for it,
# and the shipped ones that need no other file and are short. The file is included from app/,
# because a generated source belongs to the folder of its target.
set(start_cases
    himeno poisson open-charge flow cavity channel body convection)
set(shipped_start_cases
    flow-ekman flow-entry flow-heated-cavity flow-heated-channel flow-heated-cylinder
    flow-internal-wave flow-jet flow-kolmogorov flow-oscillating-cylinder flow-rotating-disc
    flow-salt-fingers flow-sphere flow-spheres flow-square flow-step flow-stirrer
    flow-taylor-green poisson-conductor poisson-dielectric poisson-duct poisson-electrode
    poisson-electrostatic poisson-galaxy poisson-screened poisson-slab poisson-source-sink
    study-flow-orders study-poisson-orders)
list(TRANSFORM start_cases REPLACE "(.+)" "app/start/\\1.yaml")
list(TRANSFORM shipped_start_cases REPLACE "(.+)" "configs/\\1.yaml")
list(APPEND start_cases ${shipped_start_cases})
list(TRANSFORM start_cases PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE start_files)
set(start_source ${CMAKE_CURRENT_BINARY_DIR}/start_cases.cpp)
set(embed_sources ${PROJECT_SOURCE_DIR}/cmake/EmbedSources.cmake)
add_custom_command(OUTPUT ${start_source}
    COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DSOURCES=${start_cases}"
        -DOUTPUT=${start_source} -DHEADER=app/start/kinds.hpp -DNAMESPACE=tobiuo::start
        -DTYPE=EmbeddedCase -DFUNCTION=embedded_cases -P ${embed_sources}
    DEPENDS ${start_files} ${embed_sources}
    COMMENT "Embedding the cases to begin from"
    VERBATIM)
target_sources(tobiuo_app PRIVATE ${start_source})
