// SPDX-License-Identifier: BSD-3-Clause
// The history of gosa over the sweeps, thinned so that a long run stays small.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tobiuo::himeno {

/// A list of rows that keeps every sweep while there are fewer than `limit`, then every second,
/// fourth, ... sweep; the first and the last one are always kept. The choice depends on the count
/// alone.
class History {
public:
    struct Row {
        std::int64_t sweep{};  ///< counted from 1
        double gosa{};
    };

    /// All that a history goes on from after a break.
    struct State {
        std::int64_t stride = 1;  ///< of the sweeps that are kept
        std::int64_t sweeps = 0;
        std::vector<Row> kept = {};
        std::optional<Row> last = {};
    };

    explicit History(std::int64_t limit = 8192) : limit_{limit} {}
    History(std::int64_t limit, State state) : limit_{limit}, state_{std::move(state)} {}

    void append(std::span<const double> gosa);

    /// The kept rows, the last sweep included.
    [[nodiscard]] std::vector<Row> rows() const;

    [[nodiscard]] const State& state() const { return state_; }

private:
    std::int64_t limit_;
    State state_;
};

}  // namespace tobiuo::himeno
