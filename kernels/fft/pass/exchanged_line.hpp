// Which line of a block a thread has where its pass exchanges: one code for device and host.
#pragma once

#include "kernels/fft/block/block_transform.hpp"
#include "kernels/fft/pass/line_transform.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/pass/rank_array.hpp"

namespace tobiuo::fft {

/// The line whose points the thread loads or stores, counted from the first one of the block.
template <PassForm pass, typename T, bool loads>
constexpr long long exchanged_line(unsigned thread)
{
    if constexpr (loads) {
        return BlockTransform<pass.block, T>::template line<0>(thread);
    } else {
        return BlockTransform<last_block<pass>, T>::template line<pass.block.stages - 1>(thread);
    }
}

}  // namespace tobiuo::fft
