// The walls of a rank on a GPU in a build without a CUDA toolkit: none.
#include <stdexcept>

#include "solvers/poisson/ranks/wall_machine.hpp"

namespace tobiuo::poisson {

template <typename T>
std::unique_ptr<const WallMachine<T>> make_device_walls(const WallBox& /*walls*/)
{
    throw std::logic_error{"a build without CUDA has no device that solves"};
}

template std::unique_ptr<const WallMachine<float>> make_device_walls(const WallBox&);
template std::unique_ptr<const WallMachine<double>> make_device_walls(const WallBox&);

}  // namespace tobiuo::poisson
