#include "kernels/walls/host_walls.hpp"

#include "kernels/walls/wall_item.hpp"

namespace tobiuo::walls {

template <typename T, typename Value>
void correct_on_host(const Arguments<T, Value>& arguments, [[maybe_unused]] int threads)
{
    const long long points = arguments.box.points;
    if (arguments.box.needs_curvatures()) {
#pragma omp parallel for schedule(static) num_threads(threads)
        for (long long item = 0; item < points; ++item) {
            WallItem<T, Value>{arguments, item}.find_curvature();
        }
    }
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long long item = 0; item < points; ++item) {
        WallItem<T, Value>{arguments, item}.correct();
    }
}

template void correct_on_host(const Arguments<float, float>&, int);
template void correct_on_host(const Arguments<float, double>&, int);
template void correct_on_host(const Arguments<double, double>&, int);

}  // namespace tobiuo::walls
