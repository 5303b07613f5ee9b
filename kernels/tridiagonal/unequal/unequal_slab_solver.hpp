// Systems of unequal rows on the device, slab by slab: their kernels, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <array>

#include "kernels/device/compile/module.hpp"
#include "kernels/device/compile/specialisation.hpp"
#include "kernels/precision.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"

namespace tobiuo::tridiagonal {

enum class UnequalSlabKernel { rise, fall };

inline constexpr std::array all_unequal_slab_kernels{UnequalSlabKernel::rise,
                                                     UnequalSlabKernel::fall};

[[nodiscard]] device::Specialisation specialise(UnequalSlabKernel kernel, Precision precision);

/// The steps of UnequalSlabColumn for all columns, on the device that is current when it is made.
///
/// Order     as of SlabSolver.
template <typename T>
class UnequalSlabSolver {
public:
    /// Throws DeviceError.
    UnequalSlabSolver();

    /// Each enqueues one step on `stream`; all arrays are in device memory. turn() solves the
    /// column of the zero mode, if there is one.
    void rise(const UnequalSlabSystems& systems, const UnequalSlabSums& sums, const Slab<T>& slab,
              cudaStream_t stream) const;
    void turn(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
              cudaStream_t stream) const;
    void fall(const UnequalSlabSystems& systems, const UnequalSlabSums& sums, const Slab<T>& slab,
              cudaStream_t stream) const;

private:
    device::Kernel rise_;
    device::Kernel fall_;
    Solver<double> zero_mode_;
};

extern template class UnequalSlabSolver<float>;
extern template class UnequalSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
