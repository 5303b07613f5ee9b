// The passes of a rank on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "solvers/poisson/host/host_passes.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {

template <typename T>
class HostRankPasses final : public RankPasses<T> {
public:
    /// Throws std::invalid_argument as make_host_passes() does.
    HostRankPasses(const Problem& problem, const RankPart& part, int threads);

    T* forward(const T* f, T* u, std::int64_t planes, Stream stream) const override;
    [[nodiscard]] T* modes(T* u) const override { return u; }
    void inverse(T* u, std::int64_t planes, Stream stream) const override;
    void solve(T* columns, Stream stream) const override;
    /// Computes laplacian + lambda of the columns of this rank, instead of a solve.
    void apply(T* columns) const;

    [[nodiscard]] std::int64_t constant_mode() const override { return constant_mode_; }
    [[nodiscard]] std::span<const std::byte> removed() const override;
    [[nodiscard]] std::span<std::byte> told() const override;
    [[nodiscard]] double removed_mean(Stream /*stream*/) const override { return told_; }

    [[nodiscard]] std::size_t bytes() const override;
    [[nodiscard]] std::string describe() const override;

private:
    int threads_;
    std::int64_t constant_mode_;
    std::map<std::int64_t, OuterTransforms<T>> transforms_;  ///< by the planes of a chunk
    std::optional<HostPasses<T>> columns_;
    mutable double removed_ = 0.0;
    mutable double told_ = 0.0;
};

/// As many threads as a rank's part of a problem is worth, or as many as are wanted.
[[nodiscard]] int host_rank_threads(const Problem& problem, int size, int wanted);

extern template class HostRankPasses<float>;
extern template class HostRankPasses<double>;

}  // namespace tobiuo::poisson
