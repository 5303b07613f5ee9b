// The block of each pass of a schedule: what the choices name, else the most promising one.
#pragma once

#include <cstddef>
#include <optional>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/block_cost.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// Refers to the limits and choices that it is made of.
class PassBlocks {
public:
    PassBlocks(Precision precision, const DeviceLimits& limits, const Choices& choices)
        : precision_{precision}, limits_{limits}, choices_{choices}
    {
    }

    /// Whether the choices name the block of pass number `index`.
    [[nodiscard]] bool is_chosen(std::size_t index) const { return choices_.names_block(index); }

    /// Gives pass number `index` a block, of a convolution if its points have no other; false if
    /// there is none. Throws std::invalid_argument if the choices name one that does not fit.
    [[nodiscard]] bool give(PassForm& form, Order order, std::size_t index) const;

    /// Gives two passes that are to be merged blocks of as many threads, if the choices name none:
    /// fewer would idle.
    void pair_up(PassForm& rows, std::size_t row_index, PassForm& columns,
                 std::size_t column_index) const;

    /// Likewise from all pairs of blocks, where a multiprocessor would hold fewer than three of
    /// those that there are. Passes of a convolution stay as they are. False if no two fit together
    /// and those at hand leave a multiprocessor no other block.
    [[nodiscard]] bool match(PassForm& rows, std::size_t row_index, PassForm& columns,
                             std::size_t column_index, Between between) const;

    /// Gives a pass that is not merged, if it is one of rows, its narrowed() block, unless the
    /// choices name one.
    void narrow(PassForm& form, std::size_t index) const;

    /// Whether the shared memory of a block has room for a line of that many points: necessary for
    /// a block, and cheap to ask.
    [[nodiscard]] bool has_room(long long points) const;

    /// Longest line that one pass serves well.
    [[nodiscard]] long long longest(Order order) const;

    /// Whether a pass serves lines of that many points well.
    [[nodiscard]] bool serves(long long points, Order order) const;

private:
    [[nodiscard]] long long value_bytes() const { return complex_bytes(precision_); }
    [[nodiscard]] KernelRequest request_for(const PassForm& form, Order order) const;
    [[nodiscard]] std::optional<KernelConfig> chosen_block(const KernelRequest& request,
                                                           std::size_t index) const;
    [[nodiscard]] std::optional<KernelConfig> bluestein_block(KernelRequest request) const;
    [[nodiscard]] std::optional<KernelConfig> partner_of(const PassForm& other,
                                                         const PassForm& form, Order order) const;

    Precision precision_;
    const DeviceLimits& limits_;
    const Choices& choices_;
};

}  // namespace tobiuo::fft
