// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows on the device, slab by slab: their kernels, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <array>

#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

enum class SlabKernel { rise, turn, join, fall, tell, tell_risen };

inline constexpr std::array all_slab_kernels{SlabKernel::rise, SlabKernel::turn,
                                             SlabKernel::join, SlabKernel::fall,
                                             SlabKernel::tell, SlabKernel::tell_risen};

[[nodiscard]] device::Specialisation specialise(SlabKernel kernel, Edge first, Edge last,
                                                Precision precision);

/// The steps of SlabColumn for all columns, on the device that is current when it is made.
///
/// Order     rise() of all slabs, the first one first; turn(), which also solves the column of the
///           zero mode; fall() of all slabs, the last one first.
template <typename T>
class SlabSolver {
public:
    /// No odd edge comes before an even one. Throws DeviceError.
    SlabSolver(Edge first, Edge last);

    /// Each enqueues one step on `stream`; all arrays are in device memory.
    void rise(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& slab,
              cudaStream_t stream) const;
    void turn(const SlabSystems& systems, const SlabSums& sums, cudaStream_t stream) const;
    void fall(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& slab,
              cudaStream_t stream) const;

private:
    Edge first_;
    Edge last_;
    device::Kernel rise_;
    device::Kernel turn_;
    device::Kernel fall_;
    LineIntegrator<double> zero_mode_;
};

extern template class SlabSolver<float>;
extern template class SlabSolver<double>;

}  // namespace tobiuo::tridiagonal
