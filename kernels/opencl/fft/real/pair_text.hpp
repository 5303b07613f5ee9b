// SPDX-License-Identifier: BSD-3-Clause
// A pass over pairs of real lines by Makhoul's transforms or Fourier modes, as OpenCL C.
#pragma once

#include <functional>
#include <string>

#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// Writes the body of a pass over pairs of real lines: what fft::PairItem does.
void write_pairs(const fft::PassForm& pass, Precision precision, Text& text);

/// Writes the parts of a pass over pairs of lines that work on a point and its mirror, which is in
/// local memory: see fft::PairItem::mirrored().
class PairSplitText {
public:
    PairSplitText(const fft::PassForm& pass, Text& text);

    /// The condition that the pair `first_line + line` is split; empty if no pair is.
    [[nodiscard]] std::string condition() const;

    /// Joins coefficients in the registers of the first stage to the transform of both lines.
    void join() const;
    /// Splits the transform in the registers of the last stage into coefficients.
    void separate() const;
    /// Splits the transform, divides the coefficients by sums of eigenvalues, and joins them again.
    void divide() const;

private:
    /// Expressions of the text: bin k, the values `own` and `other` at k and at its mirror, and the
    /// variable that is to be set from these.
    struct Names {
        std::string result;
        std::string k;
        std::string own;
        std::string other;
    };
    /// Writes the statements that set it.
    using Combine = std::function<void(const Names& names)>;

    void mirrored(const BlockText& block, int stage, bool fresh, const Combine& combine) const;
    void combine_first(const Combine& combine) const;
    /// What bin k and its mirror add up to where they are two: see fft::mirror().
    [[nodiscard]] int mirror_sum() const;
    [[nodiscard]] std::string mirrored_point(const BlockText& block, int stage, int ahead) const;
    [[nodiscard]] std::string twiddle(const std::string& k) const;
    [[nodiscard]] std::string is_alone(const std::string& k) const;
    void solve_apart(const Names& names) const;

    const fft::PassForm& pass_;
    const fft::TwoForOne& pairs_;
    int length_;
    Text& text_;
    BlockText loaded_;
    BlockText stored_;
};

}  // namespace tobiuo::opencl
