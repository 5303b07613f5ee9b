// Joined slabs of unequal rows on the device: their kernels, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <array>

#include "kernels/device/compile/module.hpp"
#include "kernels/device/compile/specialisation.hpp"
#include "kernels/precision.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal.hpp"

namespace tobiuo::tridiagonal {

enum class JoinedUnequalKernel { prepare, rise, join, fall };

inline constexpr std::array all_joined_unequal_kernels{
    JoinedUnequalKernel::prepare, JoinedUnequalKernel::rise, JoinedUnequalKernel::join,
    JoinedUnequalKernel::fall};

[[nodiscard]] device::Specialisation specialise(JoinedUnequalKernel kernel, Precision precision);

/// The steps of JoinedUnequalColumn for all columns, on the device that is current when it is made.
///
/// Order     prepare() once; then for each solve rise(), join() and fall(). Before join() the
///           devices exchange what JoinedSlabs holds, and before fall() they solve the column of
///           the zero mode (zero_line()).
template <typename T>
class JoinedUnequalSolver {
public:
    /// Throws DeviceError.
    JoinedUnequalSolver();

    /// Each enqueues one step on `stream`; all arrays are in device memory.
    void prepare(const UnequalSlabSystems& systems, const UnequalPassages& passages,
                 const JoinedSlabs& joined, cudaStream_t stream) const;
    void rise(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const Slab<T>& slab, cudaStream_t stream) const;
    void join(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const JoinedSlabs& joined, cudaStream_t stream) const;
    void fall(const UnequalSlabSystems& systems, const UnequalPassages& passages,
              const SlabSums& sums, const Slab<T>& slab, cudaStream_t stream) const;

private:
    device::Kernel prepare_;
    device::Kernel rise_;
    device::Kernel join_;
    device::Kernel fall_;
};

extern template class JoinedUnequalSolver<float>;
extern template class JoinedUnequalSolver<double>;

}  // namespace tobiuo::tridiagonal
