// SPDX-License-Identifier: BSD-3-Clause
// A pass and a fold on the host: the twins of kernels/fft/kernel/pass.cuh and fold.cuh, which run
// the same code.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/fft/kernel/run_pass.hpp"
#include "kernels/fft/real/fold_item.hpp"

namespace tobiuo::fft {

/// The threads of a block, which run one after the other in each phase.
template <KernelConfig form, typename T, int values = form.elements_per_thread()>
class HostBlock {
public:
    HostBlock() : points_(static_cast<std::size_t>(form.threads() * values)) {}

    template <typename Body>
    void phase(const Body& body) const
    {
        for (unsigned thread = 0; thread < form.threads(); ++thread) {
            body(thread, points_.data() + thread * values);
        }
    }
    void barrier() const {}

    template <typename Value>
    static Value fetch(const Value* from)
    {
        return *from;
    }
    static T reciprocal(T x) { return 1 / x; }
    template <Access access, typename Value>
    static Value load(const Value* from)
    {
        return *from;
    }
    template <Access access, typename Value>
    static void store(Value* to, Value value)
    {
        *to = value;
    }

private:
    mutable std::vector<Complex<T>> points_;
};

/// Runs all blocks of a pass, in order. `tables` points to host memory.
template <PassForm pass, typename T>
void run_pass_on_host(const void* in, void* out, const PassTables<T>& tables)
{
    const HostBlock<pass.block, T, pass.elements_per_thread()> block;
    std::vector<Complex<T>> shared(static_cast<std::size_t>(pass.shared_elements()));
    for (long long number = 0; number < pass.blocks(); ++number) {
        run_pass<pass>(block, number, in, out, tables, shared.data());
    }
}

/// Runs all items of a fold, in order. `tables` points to host memory.
template <FoldForm form, typename T>
void run_fold_on_host(Complex<T>* data, const PassTables<T>& tables)
{
    for (long long item = 0; item < form.items(); ++item) {
        run_fold<form>(PlainMemory{}, item, data, tables);
    }
}

}  // namespace tobiuo::fft
