// What the parts of a TypeOneItem share: forms, known when compiling, lines, and shared memory.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/type_one_sequence.hpp"

namespace tobiuo::fft {

/// Each part has its own: a compiler for GPUs takes the members of an object apart, and so finds
/// what is shared memory, only where none refers to another.
template <PassForm pass, typename T>
struct TypeOneFrame {
    using Value = Complex<T>;

    /// Of the block that has the pairs from number `first_pair` on; `memory` is all its shared
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

    /// A thread has the mirrors of its numbers where it can.
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
    /// Pairs k, length - k of a thread.
    static constexpr int part = sequence.pairs_per_thread(pass.block.threads_per_transform);

    [[nodiscard]] bool exists(unsigned line) const { return pass.has_line(first + line); }

    /// Number or coefficient base + ahead of a line in shared memory.
    template <int ahead>
    Value& at(unsigned line, unsigned base) const
    {
        return point_ahead<pass.block, ahead>(shared, line, base);
    }

    /// Whether there is number or coefficient base + ahead, other than the one at `length`.
    template <int ahead>
    static bool has(unsigned base)
    {
        return has_point<pass, ahead>(base) && (!sequence.is_odd() || ahead > 0 || base > 0);
    }

    long long first;
    Value* shared;
    Value* sums;    ///< of a thread's differences, [thread][line]
    Value* terms;   ///< a thread's share of coefficient 1 of a DCT-I, [thread][line]
    Value* lasts;   ///< number or coefficient `length` of a DCT-I, [line]
    Value* slopes;  ///< what each step of the sums of differences misses, [line]
};

}  // namespace tobiuo::fft
