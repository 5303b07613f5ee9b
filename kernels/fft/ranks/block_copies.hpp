// SPDX-License-Identifier: BSD-3-Clause
// Copies planes of a rank to the blocks of all ranks and back.
#pragma once

#include <variant>

#include <tobiuo/stream.hpp>

#include "kernels/fft/ranks/plane_blocks.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::fft {

/// Copies of planes with the same `inner` on one machine: a GPU enqueues CopyWords; the host copies
/// the columns of a rank in a row at a time, which is what its caches and vectors are made for.
class BlockCopies {
public:
    /// Compiles the kernel on a GPU. Throws DeviceError.
    BlockCopies(const runtime::Machine& machine, long long inner);

    /// Copy the planes to their blocks, or the blocks to their planes.
    void pack(const PlaneBlocks& what, Stream stream) const { copy(what, false, stream); }
    void unpack(const PlaneBlocks& what, Stream stream) const { copy(what, true, stream); }

private:
    struct OnHost {
        int most_threads = 0;  ///< 0: all

        void operator()(const PlaneBlocks& what, bool unpacks) const;
    };
    template <typename T>
    using Words = runtime::ForEach<CopyWords<T>>;
    using Way = std::variant<OnHost, Words<float>, Words<double>>;

    [[nodiscard]] static Way way(const runtime::Machine& machine, long long inner);
    void copy(const PlaneBlocks& what, bool unpacks, Stream stream) const;

    Way way_;
};

}  // namespace tobiuo::fft
