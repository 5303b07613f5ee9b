// A pass with a function in its middle on the host: the twin of kernels/fft/kernel/pointwise.cuh,
// which runs the same code.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"

namespace tobiuo::fft {

/// The threads of a block with a function: `function(value, index)` with a ModeIndex returns the
/// new value.
template <KernelConfig form, typename T, typename Function>
class PointwiseHostBlock : public HostBlock<form, T> {
public:
    explicit PointwiseHostBlock(const Function& function) : function_{function} {}

    [[nodiscard]] Complex<T> apply(Complex<T> value, const ModeIndex& index) const
    {
        return function_(value, index);
    }

private:
    const Function& function_;
};

/// Runs all blocks of a pass of modes, in order. `tables` points to host memory.
template <PassForm pass, typename T, typename Function>
void run_pointwise_on_host(const void* in, void* out, const PassTables<T>& tables,
                           const Function& function)
{
    const PointwiseHostBlock<pass.block, T, Function> block{function};
    std::vector<Complex<T>> shared(static_cast<std::size_t>(pass.shared_elements()));
    for (long long number = 0; number < pass.blocks(); ++number) {
        run_pass<pass>(block, number, in, out, tables, shared.data());
    }
}

}  // namespace tobiuo::fft
