// SPDX-License-Identifier: BSD-3-Clause
// What the parts of a TypeOneItem share: constant forms, lines, and shared memory.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/type_one_sequence.hpp"

namespace tobiuo::fft {

/// Each part has a frame of its own: NVRTC resolves the members of an object, and so recognises
/// shared memory, only if no part refers to another.
template <PassForm pass, typename T>
struct TypeOneFrame {
    using Value = Complex<T>;

    /// The frame of the block whose first pair is number `first_pair`; `memory` is all its shared
    /// memory.
    TypeOneFrame(long long first_pair, Value* memory)
        : first{first_pair},
          shared{memory},
          sums{memory + pass.block.shared_elements()},
          terms{sums + pass.block.threads()},
          lasts{terms + pass.block.threads()},
          slopes{lasts + pass.block.transforms_per_block}
    {
    }

    /// The configuration in which a thread has the mirrors of its samples, if that is possible.
    static constexpr KernelConfig with_mirrors(KernelConfig block)
    {
        block.self_mirrored = !pass.bluestein && block.may_mirror();
        return block;
    }
    static constexpr KernelConfig loaded = with_mirrors(pass.block);
    using Loaded = BlockTransform<loaded, T>;
    using Stored = BlockTransform<given_block<pass>, T>;
    static constexpr TypeOneSequence sequence = pass.sequence();
    static constexpr int length = pass.transform_points();
    static constexpr int end = given_stage<pass>;
    /// Number of pairs k, length - k of a thread.
    static constexpr int part = sequence.pairs_per_thread(pass.block.threads_per_transform);

    [[nodiscard]] bool exists(unsigned line) const { return pass.has_line(first + line); }

    /// The place of sample or coefficient base + ahead of a line in shared memory.
    template <int ahead>
    Value& at(unsigned line, unsigned base) const
    {
        return point_ahead<pass.block, ahead>(shared, line, base);
    }

    /// Whether sample or coefficient base + ahead exists, apart from the one at `length`.
    template <int ahead>
    static bool has(unsigned base)
    {
        return has_point<pass, ahead>(base) && (!sequence.is_odd() || ahead > 0 || base > 0);
    }

    long long first;
    Value* shared;
    Value* sums;    ///< sum of a thread's differences, [thread][line]
    Value* terms;   ///< a thread's share of coefficient 1 of a DCT-I, [thread][line]
    Value* lasts;   ///< sample or coefficient `length` of a DCT-I, [line]
    Value* slopes;  ///< correction of each step of the sums of differences, [line]
};

}  // namespace tobiuo::fft
