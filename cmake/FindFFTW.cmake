# Finds FFTW 3 in single, double and long double precision with its OpenMP threads: the target
# FFTW::FFTW. FFTW's own CMake files are not used: few distributions install them, and each
# precision has its own. Wants OpenMP::OpenMP_CXX.

find_path(FFTW_INCLUDE_DIR fftw3.h)
set(_fftw_parts FFTW_INCLUDE_DIR)
set(_fftw_libraries "")
foreach(_fftw_library IN ITEMS fftw3f_omp fftw3f fftw3_omp fftw3 fftw3l_omp fftw3l)
    string(TOUPPER FFTW_${_fftw_library}_LIBRARY _fftw_part)
    find_library(${_fftw_part} ${_fftw_library})
    list(APPEND _fftw_parts ${_fftw_part})
    list(APPEND _fftw_libraries ${${_fftw_part}})
endforeach()
mark_as_advanced(${_fftw_parts})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW REQUIRED_VARS ${_fftw_parts}
    REASON_FAILURE_MESSAGE "install FFTW 3 with OpenMP in three precisions (Debian: libfftw3-dev)")

if(FFTW_FOUND AND NOT TARGET FFTW::FFTW)
    add_library(FFTW::FFTW INTERFACE IMPORTED)
    target_include_directories(FFTW::FFTW INTERFACE ${FFTW_INCLUDE_DIR})
    target_link_libraries(FFTW::FFTW INTERFACE ${_fftw_libraries} OpenMP::OpenMP_CXX)
endif()
