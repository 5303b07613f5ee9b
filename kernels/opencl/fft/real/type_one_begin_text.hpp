// The first part of a pass by DCT-I or DST-I, as OpenCL C: the auxiliary sequence.
#pragma once

#include "kernels/opencl/fft/pass/block_text.hpp"
#include "kernels/opencl/fft/pass/text.hpp"
#include "kernels/opencl/fft/real/pair_points_text.hpp"
#include "kernels/opencl/fft/real/type_one_frame_text.hpp"

namespace tobiuo::opencl {

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

}  // namespace tobiuo::opencl
