#include "kernels/tridiagonal/unequal/joined_unequal_solver.hpp"

#include <cstddef>
#include <string>

#include "kernels/device/compile/constant.hpp"
#include "kernels/tridiagonal/slab/slab_launch.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise(JoinedUnequalKernel kernel, Precision precision)
{
    constexpr std::array entries{"joined_unequal_prepare", "joined_unequal_rise",
                                 "joined_unequal_join", "joined_unequal_fall"};
    constexpr std::array names{"joined-unequal-prepare-", "joined-unequal-rise-",
                               "joined-unequal-join-", "joined-unequal-fall-"};
    const auto index = static_cast<std::size_t>(kernel);
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/unequal/joined_unequal.cuh";
    what.kernel = entries.at(index);
    what.config = {device::real(precision)};
    what.name = names.at(index) + std::string{single ? "fp32" : "fp64"};
    return what;
}

template <typename T>
JoinedUnequalSolver<T>::JoinedUnequalSolver()
    : prepare_{specialise(JoinedUnequalKernel::prepare, precision_of<T>)},
      rise_{specialise(JoinedUnequalKernel::rise, precision_of<T>)},
      join_{specialise(JoinedUnequalKernel::join, precision_of<T>)},
      fall_{specialise(JoinedUnequalKernel::fall, precision_of<T>)}
{
}

template <typename T>
void JoinedUnequalSolver<T>::prepare(const UnequalSlabSystems& systems,
                                     const UnequalPassages& passages, const JoinedSlabs& joined,
                                     cudaStream_t stream) const
{
    prepare_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, passages, joined);
}

template <typename T>
void JoinedUnequalSolver<T>::rise(const UnequalSlabSystems& systems,
                                  const UnequalPassages& passages, const SlabSums& sums,
                                  const Slab<T>& slab, cudaStream_t stream) const
{
    rise_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, passages, sums, slab);
}

template <typename T>
void JoinedUnequalSolver<T>::join(const UnequalSlabSystems& systems,
                                  const UnequalPassages& passages, const SlabSums& sums,
                                  const JoinedSlabs& joined, cudaStream_t stream) const
{
    join_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, passages, sums,
                 joined);
}

template <typename T>
void JoinedUnequalSolver<T>::fall(const UnequalSlabSystems& systems,
                                  const UnequalPassages& passages, const SlabSums& sums,
                                  const Slab<T>& slab, cudaStream_t stream) const
{
    fall_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, passages, sums, slab);
}

template class JoinedUnequalSolver<float>;
template class JoinedUnequalSolver<double>;

}  // namespace tobiuo::tridiagonal
