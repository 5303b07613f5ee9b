#include "kernels/walls/device_walls.hpp"

#include <cstddef>
#include <string>

#include "kernels/device/compile/constant.hpp"

namespace tobiuo::walls {
namespace {

dim3 blocks_for(std::int64_t items)
{
    return dim3{static_cast<unsigned>((items + threads - 1) / threads)};
}

constexpr dim3 block()
{
    return dim3{static_cast<unsigned>(threads)};
}

}  // namespace

device::Specialisation specialise(Kernel kernel, Precision precision)
{
    constexpr std::array entries{"wall_curvatures", "wall_corrections", "add_share", "multiply"};
    constexpr std::array names{"wall-curvatures", "wall-corrections", "wall-add-share",
                               "wall-multiply"};
    const auto index = static_cast<std::size_t>(kernel);
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/walls/walls.cuh";
    what.kernel = entries.at(index);
    what.config = {device::real(precision)};
    what.name = std::string{names.at(index)} + (single ? "-fp32" : "-fp64");
    return what;
}

template <typename T>
DeviceWalls<T>::DeviceWalls(const Box& box)
    : corrections_{specialise(Kernel::corrections, precision_of<T>)}
{
    if (box.needs_curvatures()) {
        curvatures_.emplace(specialise(Kernel::curvatures, precision_of<T>));
    }
}

template <typename T>
void DeviceWalls<T>::correct(const Arguments<T, T>& arguments, cudaStream_t stream) const
{
    const dim3 blocks = blocks_for(arguments.box.points);
    if (arguments.box.needs_curvatures()) {
        curvatures_->launch(blocks, block(), stream, arguments);
    }
    corrections_.launch(blocks, block(), stream, arguments);
}

template <typename T>
AddShare<T>::AddShare() : kernel_{specialise(Kernel::add_share, precision_of<T>)}
{
}

template <typename T>
void AddShare<T>::enqueue(const T* share, T* u, std::int64_t count, cudaStream_t stream) const
{
    kernel_.launch(blocks_for(count), block(), stream, share, u, static_cast<long long>(count));
}

template <typename T>
Multiply<T>::Multiply() : kernel_{specialise(Kernel::multiply, precision_of<T>)}
{
}

template <typename T>
void Multiply<T>::enqueue(const T* f, T* u, double factor, std::int64_t count,
                          cudaStream_t stream) const
{
    if (count > 0) {
        kernel_.launch(blocks_for(count), block(), stream, f, u, factor,
                       static_cast<long long>(count));
    }
}

template class DeviceWalls<float>;
template class DeviceWalls<double>;
template class AddShare<float>;
template class AddShare<double>;
template class Multiply<float>;
template class Multiply<double>;

}  // namespace tobiuo::walls
