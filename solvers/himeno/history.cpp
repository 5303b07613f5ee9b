#include "solvers/himeno/history.hpp"

#include <cstddef>

namespace tobiuo::himeno {

void History::append(std::span<const double> gosa)
{
    for (const double value : gosa) {
        ++sweeps_;
        last_ = {.sweep = sweeps_, .gosa = value};
        if ((sweeps_ - 1) % stride_ != 0) {
            continue;
        }
        if (static_cast<std::int64_t>(kept_.size()) >= limit_) {
            std::size_t to = 0;
            for (std::size_t from = 0; from < kept_.size(); from += 2) {
                kept_[to++] = kept_[from];
            }
            kept_.resize(to);
            stride_ *= 2;
        }
        if ((sweeps_ - 1) % stride_ == 0) {
            kept_.push_back(*last_);
        }
    }
}

std::vector<History::Row> History::rows() const
{
    std::vector<Row> all = kept_;
    if (last_ && (all.empty() || all.back().sweep != last_->sweep)) {
        all.push_back(*last_);
    }
    return all;
}

}  // namespace tobiuo::himeno
