# SPDX-License-Identifier: BSD-3-Clause
# Finds FFTW 3 with its OpenMP threads: the target FFTW::FFTW in single and double precision, whose
# libraries are FFTW_LIBRARIES, and FFTW::long_double. FFTW's own CMake files are not used, because
# few distributions install them, and each precision has its own. Requires OpenMP::OpenMP_CXX.

find_path(FFTW_INCLUDE_DIR fftw3.h)
set(_fftw_parts FFTW_INCLUDE_DIR FFTW_PLANNER_THREADS)
if(FFTW_INCLUDE_DIR)  # the function came with FFTW 3.3.9
    file(STRINGS ${FFTW_INCLUDE_DIR}/fftw3.h FFTW_PLANNER_THREADS REGEX planner_nthreads)
endif()
foreach(_fftw_library IN ITEMS fftw3f_omp fftw3f fftw3_omp fftw3 fftw3l_omp fftw3l)
    string(TOUPPER FFTW_${_fftw_library}_LIBRARY _fftw_part)
    find_library(${_fftw_part} ${_fftw_library})
    list(APPEND _fftw_parts ${_fftw_part})
endforeach()
mark_as_advanced(${_fftw_parts})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW REQUIRED_VARS ${_fftw_parts}
    REASON_FAILURE_MESSAGE
        "install FFTW 3.3.9 or newer with OpenMP in three precisions (Debian: libfftw3-dev)")

if(FFTW_FOUND AND NOT TARGET FFTW::FFTW)
    set(FFTW_LIBRARIES ${FFTW_FFTW3F_OMP_LIBRARY} ${FFTW_FFTW3F_LIBRARY} ${FFTW_FFTW3_OMP_LIBRARY}
        ${FFTW_FFTW3_LIBRARY})
    add_library(FFTW::FFTW INTERFACE IMPORTED)
    target_include_directories(FFTW::FFTW INTERFACE ${FFTW_INCLUDE_DIR})
    target_link_libraries(FFTW::FFTW INTERFACE ${FFTW_LIBRARIES} OpenMP::OpenMP_CXX)
    add_library(FFTW::long_double INTERFACE IMPORTED)
    target_include_directories(FFTW::long_double INTERFACE ${FFTW_INCLUDE_DIR})
    target_link_libraries(FFTW::long_double INTERFACE
        ${FFTW_FFTW3L_OMP_LIBRARY} ${FFTW_FFTW3L_LIBRARY} OpenMP::OpenMP_CXX)
endif()
