// gosa against the sweep number, thinned so that a long run stays small.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tobiuo::himeno {

/// Keeps every sweep while there are fewer than `limit` rows, then every second, fourth, ... one;
/// the first and the last sweep are always there. What is kept depends on the count alone.
class History {
public:
    struct Row {
        std::int64_t sweep{};  ///< 1 is the first
        double gosa{};
    };

    explicit History(std::int64_t limit = 8192) : limit_{limit} {}

    void append(std::span<const double> gosa);

    /// The kept rows, the last sweep included.
    [[nodiscard]] std::vector<Row> rows() const;

private:
    std::int64_t limit_;
    std::int64_t stride_ = 1;
    std::int64_t sweeps_ = 0;
    std::vector<Row> kept_;
    std::optional<Row> last_;
};

}  // namespace tobiuo::himeno
