// SPDX-License-Identifier: BSD-3-Clause
// The configuration of each pass of a schedule: the entry of a table, else the model's choice.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tobiuo/fft/pass_choice.hpp>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// How a configuration came to be chosen.
struct Chosen {
    std::variant<KernelRequest, PairRequest> request = KernelRequest{};
    std::string key;            ///< text_of() the request; the key in a table
    std::string configuration;  ///< text_of() the chosen configuration
    bool tuned = false;         ///< whether a table or the model chose it
    std::string remark =
        {};  ///< why an entry of the table was not used; empty if none was rejected
};

/// What a caller of the library is told of choices.
[[nodiscard]] inline std::vector<PassChoice> told_choices(const std::vector<Chosen>& choices)
{
    std::vector<PassChoice> told;
    for (const Chosen& chosen : choices) {
        told.push_back({.key = chosen.key,
                        .configuration = chosen.configuration,
                        .tuned = chosen.tuned,
                        .remark = chosen.remark});
    }
    return told;
}

/// Chooses configurations. It refers to the limits and choices that it is constructed with.
class PassBlocks {
public:
    PassBlocks(Precision precision, const DeviceLimits& limits, const Choices& choices)
        : precision_{precision}, limits_{limits}, choices_{choices}
    {
    }

    /// Gives the pass a configuration, that of a convolution if its length has no other; nothing if
    /// there is none.
    [[nodiscard]] std::optional<Chosen> give(PassForm& form, Order order) const;

    /// What the pass asks of a block.
    [[nodiscard]] KernelRequest request_for(const PassForm& form, Order order) const;

    /// What two consecutive passes over planes ask for together. The line counts of the request are
    /// those of whole passes.
    [[nodiscard]] PairRequest pair_request(const PassForm& rows, const PassForm& columns) const;

    /// The configurations of two passes in one launch; nothing if separate passes are better.
    struct Joined {
        std::optional<MergedBlocks> blocks;
        Chosen chosen;
    };
    [[nodiscard]] Joined join(const PairRequest& request) const;

    /// Whether the shared memory of a block has room for a line of that many points: a quick check
    /// of a necessary condition.
    [[nodiscard]] bool has_room(long long points) const;

    /// The length of the longest line that one pass serves well.
    [[nodiscard]] long long longest(Order order) const;

    /// Whether a pass serves lines of that many points well.
    [[nodiscard]] bool serves(long long points, Order order) const;

private:
    [[nodiscard]] long long value_bytes() const { return complex_bytes(precision_); }
    [[nodiscard]] std::optional<std::string> entry(const std::string& request) const;
    [[nodiscard]] std::string unsupported_reason(const KernelConfig& block,
                                                 const KernelRequest& request) const;
    [[nodiscard]] std::optional<KernelConfig> tuned_block(const KernelRequest& request,
                                                          Chosen& chosen) const;
    [[nodiscard]] std::optional<KernelConfig> bluestein_block(KernelRequest request) const;

    Precision precision_;
    const DeviceLimits& limits_;
    const Choices& choices_;
};

}  // namespace tobiuo::fft
