// Walls on the host: loops over the items that the device computes.
#pragma once

#include "kernels/walls/wall_box.hpp"

namespace tobiuo::walls {

/// The approximate time that one thread takes for a point of a wall.
inline constexpr double nanoseconds = 20.0;

/// Corrects arguments.f for all walls on `threads` threads. Arrays are in host memory.
template <typename T, typename Value>
void correct_on_host(const Arguments<T, Value>& arguments, int threads);

extern template void correct_on_host(const Arguments<float, float>&, int);
extern template void correct_on_host(const Arguments<float, double>&, int);
extern template void correct_on_host(const Arguments<double, double>&, int);

}  // namespace tobiuo::walls
