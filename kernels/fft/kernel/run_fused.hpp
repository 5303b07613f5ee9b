// SPDX-License-Identifier: BSD-3-Clause
// One array of a fused launch: all of its passes. One code for device and host.
#pragma once

#include "kernels/fft/kernel/run_pass.hpp"
#include "kernels/fft/pass/fused_form.hpp"

namespace tobiuo::fft {

/// The symbol of array number `array`.
template <FusedForm form, typename T>
constexpr Symbol<T> symbol_of(Symbol<T> symbol, long long array)
{
    constexpr PassForm solving = form.passes[form.count / 2];
    using Sum = Eigenvalue<T, solving.pairs.wide_symbol>;
    symbol.outer = static_cast<const Sum*>(symbol.outer) + array * form.outer_step;
    symbol.constant = symbol.constant != nullptr ? symbol.constant + array : nullptr;
    return symbol;
}

/// Runs the passes of array number `array`; `shared` has room for form.shared_elements().
/// blocks.template run<pass>(body) calls body(block) with the threads of a block for that pass, and
/// blocks.barrier() waits for all of them.
template <FusedForm form, int number = 0, typename T, typename Blocks>
void run_fused(const Blocks& blocks, long long array, const T* in, T* out,
               const FusedTables<T>& tables, Complex<T>* shared)
{
    constexpr PassForm pass = form.passes[number];
    const T* const from = number == 0 ? in + array * form.values : reinterpret_cast<T*>(shared);
    T* const to =
        number + 1 == form.count ? out + array * form.values : reinterpret_cast<T*>(shared);
    PassTables<T> its = tables.of[number];
    if constexpr (pass.pairs.solves()) {
        its.symbol = symbol_of<form>(its.symbol, array);
    }
    for (int block_number = 0; block_number < pass.blocks(); ++block_number) {
        blocks.template run<pass>([&](const auto& block) {
            run_pass<pass>(block, block_number, from, to, its, shared + (form.held + 1) / 2);
        });
        blocks.barrier();
    }
    if constexpr (number + 1 < form.count) {
        run_fused<form, number + 1>(blocks, array, in, out, tables, shared);
    }
}

}  // namespace tobiuo::fft
