# The libraries that tobiuo stands on; each is named once, here.

find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Threads REQUIRED)

# The run-time library API (cudaLibraryLoadData) came with CUDA 12.8.
set(TOBIUO_CUDA_MINIMUM 12.8)
set(TOBIUO_HAS_CUDA OFF)
if(NOT TOBIUO_CUDA STREQUAL OFF)
    find_package(CUDAToolkit ${TOBIUO_CUDA_MINIMUM} QUIET)
    if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static)
        set(TOBIUO_HAS_CUDA ON)
        message(STATUS "CUDA back end: on (toolkit ${CUDAToolkit_VERSION})")
    elseif(TOBIUO_CUDA STREQUAL ON)
        message(FATAL_ERROR "TOBIUO_CUDA=ON, but no CUDA toolkit ${TOBIUO_CUDA_MINIMUM} or newer was found")
    else()
        message(STATUS "CUDA back end: off (no CUDA toolkit ${TOBIUO_CUDA_MINIMUM} or newer found): CPU only")
    endif()
endif()

if(TOBIUO_PROGRAM)
    find_package(yaml-cpp REQUIRED)
    find_package(spdlog REQUIRED)
    find_package(CLI11 REQUIRED)
    find_package(nlohmann_json REQUIRED)
    find_package(VTK 9.1 REQUIRED COMPONENTS
        CommonCore CommonDataModel IOXML RenderingFreeType)
    find_package(PNG REQUIRED)
endif()
if(TOBIUO_TESTS)
    find_package(GTest REQUIRED)
endif()
