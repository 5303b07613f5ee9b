#include "kernels/tridiagonal/unequal/unequal_slab_solver.hpp"

#include <string>

#include "kernels/device/compile/constant.hpp"
#include "kernels/tridiagonal/slab/slab_launch.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise(UnequalSlabKernel kernel, Precision precision)
{
    const bool rises = kernel == UnequalSlabKernel::rise;
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/unequal/unequal_slab.cuh";
    what.kernel = rises ? "unequal_slab_rise" : "unequal_slab_fall";
    what.config = {device::real(precision)};
    what.name = std::string{rises ? "unequal-slab-rise" : "unequal-slab-fall"} +
                (single ? "-fp32" : "-fp64");
    return what;
}

template <typename T>
UnequalSlabSolver<T>::UnequalSlabSolver()
    : rise_{specialise(UnequalSlabKernel::rise, precision_of<T>)},
      fall_{specialise(UnequalSlabKernel::fall, precision_of<T>)}
{
}

template <typename T>
void UnequalSlabSolver<T>::rise(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                                const Slab<T>& slab, cudaStream_t stream) const
{
    rise_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, slab);
}

template <typename T>
void UnequalSlabSolver<T>::turn(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                                cudaStream_t stream) const
{
    if (systems.zero_mode >= 0) {
        zero_mode_.enqueue(zero_line(systems, sums), stream);
    }
}

template <typename T>
void UnequalSlabSolver<T>::fall(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                                const Slab<T>& slab, cudaStream_t stream) const
{
    fall_.launch(slab_blocks(systems.columns), slab_block(), stream, systems, sums, slab);
}

template class UnequalSlabSolver<float>;
template class UnequalSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
