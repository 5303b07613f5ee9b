// SPDX-License-Identifier: BSD-3-Clause
// One item of many by each thread. struct Config gives Item, a struct of an ItemKind.
//
// Launch    ceil(count / threads) blocks of the kind's `threads` threads.
// Twin      the loop of ForEach over the same items.
#pragma once

extern "C" __global__ void __launch_bounds__(Config::Item::kind.threads)
    run_item(const __grid_constant__ Config::Item item, long long count)
{
    const long long n =
        static_cast<long long>(blockIdx.x) * Config::Item::kind.threads + threadIdx.x;
    if (n < count) {
        item(n);
    }
}
