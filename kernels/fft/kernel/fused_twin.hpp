// SPDX-License-Identifier: BSD-3-Clause
// A fused launch on the host: the twin of kernels/fft/kernel/fused.cuh, which runs the same code.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/run_fused.hpp"

namespace tobiuo::fft {

template <typename T>
struct FusedBlocksOnHost {
    template <PassForm pass, typename Body>
    void run(const Body& body) const
    {
        body(HostBlock<pass.block, T, pass.elements_per_thread()>{});
    }
    void barrier() const {}
};

/// Works on `arrays` arrays, one after the other. `tables` points to host memory.
template <FusedForm form, typename T>
void run_fused_on_host(long long arrays, const T* in, T* out, const FusedTables<T>& tables)
{
    for (long long array = 0; array < arrays; ++array) {
        // Memory that was never written must reach no result.
        std::vector<Complex<T>> shared(static_cast<std::size_t>(form.shared_elements()),
                                       {static_cast<T>(NAN), static_cast<T>(NAN)});
        run_fused<form>(FusedBlocksOnHost<T>{}, array, in, out, tables, shared.data());
    }
}

}  // namespace tobiuo::fft
