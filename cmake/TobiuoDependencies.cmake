# SPDX-License-Identifier: BSD-3-Clause
# The libraries that tobiuo uses; each is named once, here.

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(FFTW REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)

# The run-time library API (cudaLibraryLoadData) came with CUDA 12.8.
set(TOBIUO_CUDA_MINIMUM 12.8)
set(TOBIUO_HAS_CUDA OFF)
string(TOUPPER "${TOBIUO_CUDA}" wanted_cuda)
if(NOT wanted_cuda MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "TOBIUO_CUDA is '${TOBIUO_CUDA}': choose AUTO, ON or OFF")
endif()
if(NOT wanted_cuda STREQUAL OFF)
    # CMake 3.25 sets a property of this target, of which CUDA 13 has no library any more.
    if(NOT TARGET CUDA::nvToolsExt)
        add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
    endif()
    find_package(CUDAToolkit ${TOBIUO_CUDA_MINIMUM} QUIET)
    find_file(TOBIUO_NVRTC_HEADER nvrtc.h PATHS ${CUDAToolkit_INCLUDE_DIRS} NO_DEFAULT_PATH)
    mark_as_advanced(TOBIUO_NVRTC_HEADER)
    if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static AND TOBIUO_NVRTC_HEADER)
        set(TOBIUO_HAS_CUDA ON)
        message(STATUS "CUDA back end: on (toolkit ${CUDAToolkit_VERSION})")
    elseif(wanted_cuda STREQUAL ON)
        message(FATAL_ERROR
            "TOBIUO_CUDA=ON, but no CUDA toolkit ${TOBIUO_CUDA_MINIMUM} or newer was found")
    else()
        message(STATUS
            "CUDA back end: off (no CUDA toolkit ${TOBIUO_CUDA_MINIMUM} or newer found): CPU only")
    endif()
endif()

# OpenCL's headers; its loader is opened at run time.
set(TOBIUO_HAS_OPENCL OFF)
string(TOUPPER "${TOBIUO_OPENCL}" wanted_opencl)
if(NOT wanted_opencl MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "TOBIUO_OPENCL is '${TOBIUO_OPENCL}': choose AUTO, ON or OFF")
endif()
if(NOT wanted_opencl STREQUAL OFF)
    find_path(TOBIUO_OPENCL_HEADERS CL/cl.h)
    mark_as_advanced(TOBIUO_OPENCL_HEADERS)
    if(TOBIUO_OPENCL_HEADERS)
        set(TOBIUO_HAS_OPENCL ON)
        message(STATUS "OpenCL back end: on (${TOBIUO_OPENCL_HEADERS}/CL/cl.h)")
    elseif(wanted_opencl STREQUAL ON)
        message(FATAL_ERROR "TOBIUO_OPENCL=ON, but no header CL/cl.h was found")
    else()
        message(STATUS "OpenCL back end: off (no header CL/cl.h found)")
    endif()
else()
    message(STATUS "OpenCL back end: off (TOBIUO_OPENCL=OFF)")
endif()

if(TOBIUO_PROGRAM)
    find_package(yaml-cpp REQUIRED)
    find_package(spdlog REQUIRED)
    find_package(CLI11 REQUIRED)
    find_package(VTK 9.1 REQUIRED COMPONENTS
        CommonCore CommonDataModel IOXML)
    find_package(EXPAT REQUIRED)
    find_package(PNG REQUIRED)
    find_package(Freetype REQUIRED)
    find_file(TOBIUO_FONT DejaVuSans.ttf PATHS /usr/share/fonts /usr/local/share/fonts
        PATH_SUFFIXES truetype/dejavu dejavu dejavu-sans-fonts TTF
        DOC "The font of the pictures, put into the program")
    if(NOT TOBIUO_FONT)
        message(FATAL_ERROR "the font DejaVuSans.ttf was not found: install the DejaVu fonts or "
            "set TOBIUO_FONT to the file")
    endif()
endif()
if(TOBIUO_TESTS)
    find_package(GTest REQUIRED)
endif()
