// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/slab/slab_solver.hpp"

#include <cstddef>
#include <string>

#include "kernels/tridiagonal/slab/slab_launch.hpp"
#include "kernels/tridiagonal/slab/slab_line.hpp"
#include "runtime/device/compile/constant.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise(SlabKernel kernel, Edge first, Edge last, Precision precision)
{
    constexpr std::array entries{"slab_rise", "slab_turn", "slab_join",
                                 "slab_fall", "slab_tell", "slab_tell_risen"};
    constexpr std::array names{"slab-rise-", "slab-turn-", "slab-join-",
                               "slab-fall-", "slab-tell-", "slab-tell-risen-"};
    const auto index = static_cast<std::size_t>(kernel);
    const bool single = precision == Precision::fp32;
    const auto edge = [](const char* name, Edge value) {
        return "static constexpr auto " + std::string{name} +
               " = static_cast<tobiuo::tridiagonal::Edge>(" +
               std::to_string(static_cast<int>(value)) + ");";
    };
    device::Specialisation what;
    what.source = "kernels/tridiagonal/slab/slab.cuh";
    what.kernel = entries.at(index);
    what.includes = {"kernels/tridiagonal/edge.hpp"};
    what.config = {device::real(precision), edge("first", first), edge("last", last)};
    what.name = names.at(index) + std::to_string(static_cast<int>(first)) +
                std::to_string(static_cast<int>(last)) + (single ? "-fp32" : "-fp64");
    return what;
}

template <typename T>
SlabSolver<T>::SlabSolver(Edge first, Edge last)
    : first_{first},
      last_{last},
      rise_{specialise(SlabKernel::rise, first, last, precision_of<T>)},
      turn_{specialise(SlabKernel::turn, first, last, precision_of<T>)},
      fall_{specialise(SlabKernel::fall, first, last, precision_of<T>)}
{
}

template <typename T>
void SlabSolver<T>::rise(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& slab,
                         cudaStream_t stream) const
{
    rise_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, slab);
}

template <typename T>
void SlabSolver<T>::turn(const SlabSystems& systems, const SlabSums& sums,
                         cudaStream_t stream) const
{
    turn_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums);
    if (systems.zero_mode >= 0) {
        zero_mode_.enqueue(zero_line(first_, last_, systems, sums), stream);
    }
}

template <typename T>
void SlabSolver<T>::fall(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& slab,
                         cudaStream_t stream) const
{
    fall_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, slab);
}

template class SlabSolver<float>;
template class SlabSolver<double>;

}  // namespace tobiuo::tridiagonal
