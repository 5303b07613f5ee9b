// The last part of a pass by DCT-I or DST-I, as OpenCL C: coefficients from sums of differences.
#pragma once

#include <functional>
#include <string>

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "kernels/opencl/fft/real/type_one_frame_text.hpp"

namespace tobiuo::opencl {

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
