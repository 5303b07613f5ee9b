// A fold on the host: the twin of kernels/fft/kernel/fold.cuh, which runs the same code.
#pragma once

#include "kernels/fft/real/fold_item.hpp"

namespace tobiuo::fft {

/// Runs all items of a fold, in order. `tables` points to host memory.
template <FoldForm form, typename T>
void run_fold_on_host(Complex<T>* data, const PassTables<T>& tables)
{
    for (long long item = 0; item < form.items(); ++item) {
        run_fold<form>(PlainMemory{}, item, data, tables);
    }
}

}  // namespace tobiuo::fft
