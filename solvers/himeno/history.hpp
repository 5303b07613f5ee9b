// The history of gosa over the sweeps, thinned so that a long run stays small.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
