# SPDX-License-Identifier: BSD-3-Clause
# The examples of docs/library.md, which are installed beside it.
set(tobiuo_examples
    CMakeLists.txt examples.cmake
    transform.cpp device_transform.cpp out_of_card_transform.cpp convolution.cpp
    windowed_spectrum.cpp
    pressure.cpp device_pressure.cpp flow.cpp)
