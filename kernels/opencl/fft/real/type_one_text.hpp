// SPDX-License-Identifier: BSD-3-Clause
// A pass over pairs of real lines by DCT-I or DST-I, as OpenCL C.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/lines_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "kernels/opencl/fft/real/pair_points_text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// The function auxiliary() of such a pass.
[[nodiscard]] std::string type_one_functions(const fft::PassForm& pass);

/// Writes the body of a pass by DCT-I or DST-I: what fft::TypeOneItem does.
void write_type_one(const fft::PassForm& pass, Precision precision, Text& text);

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

/// Writes what fft::TypeOnePreprocess does.
class TypeOneBeginText {
public:
    TypeOneBeginText(const TypeOneFrameText& frame, const PairPointsText& points, Text& text)
        : frame_{frame}, points_{points}, text_{text}, loaded_{frame.loaded, text}
    {
    }

    /// Makes the sequence from memory in the registers of stage 0. `back` adds a factor of two.
    void make(bool back) const;
    /// Makes the sequence from local memory in the registers of the stage that has coefficients.
    void make_again() const { make_shared(frame_.end, false, true); }

private:
    void load() const;
    void make_shared(int stage, bool own, bool back) const;
    void make_of_own(bool back) const;
    void write_centre(bool back) const;
    void bring_mirrors_together() const;
    void take_mirrors_apart() const;
    void keep_term(int stage, bool back) const;

    const TypeOneFrameText& frame_;
    const PairPointsText& points_;
    Text& text_;
    BlockText loaded_;
};

/// Writes what fft::TypeOnePostprocess does after a transform whose last stage is that of `block`.
class TypeOneSumsText {
public:
    TypeOneSumsText(const TypeOneFrameText& frame, const fft::KernelConfig& block, Text& text)
        : frame_{frame}, text_{text}, block_{block, text}
    {
    }

    /// Makes coefficients in the registers of pairs from the transform.
    void add_up() const;
    /// Writes `body(number, value)`, within a phase, for all coefficients of a work item; number is
    /// an expression of the type uint. The middle one, which comes from no pair, is left out.
    void each_coefficient(
        const std::function<void(const std::string& number, const std::string& value,
                                 bool may_be_first)>& body) const;
    /// The condition that a work item has the middle coefficient; empty if there is none.
    [[nodiscard]] std::string has_middle() const;
    /// Writes the coefficients to local memory.
    void share() const;

    [[nodiscard]] const BlockText& block() const { return block_; }

private:
    void each_pair(const std::function<void(int i)>& body) const;
    void take_pair(int i) const;
    void write_first_pair() const;
    void write_start() const;
    void sum_differences() const;
    void close_sums() const;
    void share_out() const;
    [[nodiscard]] bool closes() const;
    [[nodiscard]] int last_pair() const { return frame_.sequence.pairs() - 1; }
    [[nodiscard]] std::string own() const { return block_.thread_in_transform(frame_.end); }

    const TypeOneFrameText& frame_;
    Text& text_;
    BlockText block_;
};

}  // namespace tobiuo::opencl
