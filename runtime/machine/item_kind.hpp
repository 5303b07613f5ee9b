// SPDX-License-Identifier: BSD-3-Clause
// How items of a kind are named and launched. The code compiles for device and host.
#pragma once

namespace tobiuo::runtime {

/// A kind of items: a template of structs with a type `Real`, float or double, and a constant `kind`
/// of this type. Item n of many is what operator()(long long n) const does, on a GPU by a thread.
/// What it includes compiles for device and host.
struct ItemKind {
    const char* header;  ///< that defines it: "kernels/walls/wall_item.hpp"
    const char*
        type;  ///< the template, which <float> or <double> follows: "tobiuo::walls::Correct"
    const char* name;       ///< of its kernel, without the precision: "wall-corrections"
    int threads;            ///< of a block
    double nanoseconds;     ///< about the time of one item by one thread of a CPU
    bool contracts = true;  ///< whether a GPU may round a product and a sum with it once
};

}  // namespace tobiuo::runtime
