// SPDX-License-Identifier: BSD-3-Clause
// The slab of one of several devices, with equal rows: its kernels, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::tridiagonal {

/// A slab and the edges of the whole columns, of which no odd one comes before an even one.
struct JoinedSlabRequest {
    Edge first{};
    Edge last{};
    long long columns{};
    long long rows{};  ///< of the slab
    bool reversed = false;
    bool in_parts = false;  ///< whether parts of the slab rise and fall, one after the other
};

/// The steps of one device on its slab, whose rows count from 0.
///
/// Order     begin(); then the devices exchange what they tell, and solve the column of the
///           zero mode (zero_line()); join(); end().
/// Parts     rise() of all parts of a slab, the first one first, and tell() in place of begin(); and
///           fall() of all parts, the last one first, in place of end().
/// Traffic   begin() reads the rows near both edges of the slab, see slab_tell; end() reads and writes
///           the slab. Parts, and a slab of more than most_toeplitz_rows rows, rise and fall
///           instead, which reads and writes them twice.
template <typename T>
class JoinedSlabSolver {
public:
    /// For the device that is current. Throws DeviceError.
    JoinedSlabSolver(const JoinedSlabRequest& request, const fft::DeviceLimits& limits);

    /// Each enqueues one step on `stream`; all arrays are in device memory, `values` the planes of
    /// the slab. What is told may lie in the arrays of the sums, if it has their type.
    void begin(const SlabSystems& systems, const SlabSums& sums, const ToldSums<T>& told, T* values,
               cudaStream_t stream) const;
    void rise(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& part,
              cudaStream_t stream) const;
    void tell(const SlabSystems& systems, const SlabSums& sums, const ToldSums<T>& told,
              cudaStream_t stream) const;
    void join(const SlabSystems& systems, const SlabSums& sums, const AllTold<T>& joined,
              cudaStream_t stream) const;
    void fall(const SlabSystems& systems, const SlabSums& sums, const Slab<T>& part,
              cudaStream_t stream) const;
    void end(const SlabSystems& systems, const SlabSums& sums, T* values,
             cudaStream_t stream) const;

private:
    [[nodiscard]] Slab<T> slab(T* values) const
    {
        return slab_of(values, request_.columns, request_.rows, 0LL, request_.reversed);
    }

    JoinedSlabRequest request_;
    std::optional<ToeplitzForm> form_;  ///< of the one pass; nothing for parts or too many rows
    device::Kernel begin_;
    std::optional<device::Kernel> tell_risen_;
    device::Kernel join_;
    device::Kernel end_;
};

extern template class JoinedSlabSolver<float>;
extern template class JoinedSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
