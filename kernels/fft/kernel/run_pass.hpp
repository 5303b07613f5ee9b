// SPDX-License-Identifier: BSD-3-Clause
// One block of any pass: chooses the item that the pass's form needs.
#pragma once

#include "kernels/fft/pass/pass_item.hpp"
#include "kernels/fft/real/lone_line_item.hpp"
#include "kernels/fft/real/two_for_one_item.hpp"
#include "kernels/fft/real/type_one_item.hpp"

namespace tobiuo::fft {

/// Runs block number `number` of a pass. In place (in == out) this is safe if source and sink are
/// the same places: each line is read, completely, by the block that then writes it.
template <PassForm pass, typename T, typename Block>
void run_pass(const Block& block, long long number, const void* in, void* out,
              const PassTables<T>& tables, Complex<T>* shared)
{
    if constexpr (pass.pairs.task == TwoForOneTask::none) {
        PassItem<pass, T, Block>{block, number, in, out, tables, shared}.run();
    } else if constexpr (pass.pairs.alone) {
        LoneLineItem<pass, T, Block>{block, number, in, out, tables, shared}.run();
    } else if constexpr (pass.pairs.is_type_one()) {
        TypeOneItem<pass, T, Block>{block, number, in, out, tables, shared}.run();
    } else {
        PairItem<pass, T, Block>{block, number, in, out, tables, shared}.run();
    }
}

}  // namespace tobiuo::fft
