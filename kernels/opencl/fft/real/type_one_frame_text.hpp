// What the parts of a pass by DCT-I or DST-I share: forms, lines, and names of local memory.
#pragma once

#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_transform_text.hpp"

namespace tobiuo::opencl {

/// The constants of fft::TypeOneFrame. Its local memory has the same names in the text: `sums`,
/// `terms`, `lasts` and `slopes`.
struct TypeOneFrameText {
    explicit TypeOneFrameText(const fft::PassForm& form)
        : pass{form},
          sequence{form.sequence()},
          length{form.transform_points()},
          end{given_stage_of(form)},
          part{sequence.pairs_per_thread(form.block.threads_per_transform)},
          loaded{form.block}
    {
        loaded.self_mirrored = !form.bluestein && form.block.may_mirror();
    }

    /// The condition that sample or coefficient `number` exists, apart from the one at `length`, as
    /// "if (...)"; empty if all do. `may_be_first` tells whether it may be number 0.
    [[nodiscard]] std::string if_has(const std::string& number, bool may_be_first) const
    {
        std::string condition;
        if (pass.bluestein) {
            condition = words(number, " < ", length, "u");
        }
        if (sequence.is_odd() && may_be_first) {
            condition += words(condition.empty() ? "" : " && ", number, " > 0u");
        }
        return condition.empty() ? "" : words("if (", condition, ")");
    }

    /// The place in its line of sample or coefficient `number`.
    [[nodiscard]] std::string place_of(const std::string& number) const
    {
        return sequence.is_odd() ? words("(", number, " - 1u)") : number;
    }

    const fft::PassForm& pass;
    fft::TypeOneSequence sequence;
    int length;
    int end;
    int part;                  ///< number of pairs k, length - k of a work item
    fft::KernelConfig loaded;  ///< in which a work item has the mirrors of its samples, if possible
};

}  // namespace tobiuo::opencl
