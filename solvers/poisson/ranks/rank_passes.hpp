// What one rank computes in a solve by transposition, on one back end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "solvers/poisson/ranks/mode_division.hpp"

namespace tobiuo::poisson {

/// The passes before, between and after both transpositions. A function that enqueues on a GPU works
/// at once on the CPU.
template <typename T>
class RankPasses {
public:
    RankPasses() = default;
    RankPasses(const RankPasses&) = delete;
    RankPasses& operator=(const RankPasses&) = delete;
    virtual ~RankPasses() = default;

    /// Enqueues the transforms of `planes` planes of f along x and y, except a stretched axis, to
    /// u, which may be f, or to an array of this object. Returns where the modes are, as modes().
    virtual T* forward(const T* f, T* u, std::int64_t planes, Stream stream) const = 0;

    /// Where the modes of planes of u are, in rows of mode_rows().
    [[nodiscard]] virtual T* modes(T* u) const = 0;

    /// Enqueues the inverse transforms of modes(u) to u.
    virtual void inverse(T* u, std::int64_t planes, Stream stream) const = 0;

    /// Enqueues, for the columns of this rank, all that is between: transforms along z, the division
    /// by eigenvalues or the elimination along a stretched axis.
    virtual void solve(T* columns, Stream stream) const = 0;

    /// Where the constant mode is along the axis that the columns divide.
    [[nodiscard]] virtual std::int64_t constant_mode() const = 0;
    /// What the last solve() has removed from this mode, on the rank that has it: bytes that it tells
    /// all ranks in an exchange.
    [[nodiscard]] virtual std::span<const std::byte> removed() const = 0;
    /// The place for them.
    [[nodiscard]] virtual std::span<std::byte> told() const = 0;
    /// The mean of f that is told; waits for `stream`.
    [[nodiscard]] virtual double removed_mean(Stream stream) const = 0;

    [[nodiscard]] virtual std::size_t bytes() const = 0;
    /// Bytes that a solve copies to a device, and as many from it.
    [[nodiscard]] virtual std::int64_t copied_bytes() const { return 0; }
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// The part of one rank.
struct RankPart {
    std::vector<std::int64_t> chunks;  ///< planes of the chunks of its slab, each number once
    std::optional<SolveChunk> columns;
    ChunkCuts cuts;
};

[[nodiscard]] ModeRows host_mode_rows(const Problem& problem);
/// Throws std::invalid_argument if the device cannot do the passes, with one sentence.
[[nodiscard]] ModeRows device_mode_rows(const Problem& problem);

/// Throws std::invalid_argument if lambda makes the operator singular for a mode of this rank.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankPasses<T>> make_host_passes(const Problem& problem,
                                                                    const RankPart& part,
                                                                    int threads);
/// Throws std::invalid_argument as device_mode_rows() does.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankPasses<T>> make_device_passes(const Problem& problem,
                                                                      const RankPart& part);

/// Arrays are in host memory, with rows as host_mode_rows(), and visit the CUDA device in chunks, for
/// which it gives `device_bytes`; the part has all planes in one chunk. Throws std::invalid_argument
/// if that is not enough.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankPasses<T>> make_round_passes(const Problem& problem,
                                                                     const RankPart& part,
                                                                     std::int64_t device_bytes);

/// The reason why the current device cannot do the passes of any rank; nothing if it can.
[[nodiscard]] std::optional<std::string> device_passes_unsupported_reason(const Problem& problem);

extern template std::unique_ptr<const RankPasses<float>> make_host_passes(const Problem&,
                                                                          const RankPart&, int);
extern template std::unique_ptr<const RankPasses<double>> make_host_passes(const Problem&,
                                                                           const RankPart&, int);
extern template std::unique_ptr<const RankPasses<float>> make_round_passes(const Problem&,
                                                                           const RankPart&,
                                                                           std::int64_t);
extern template std::unique_ptr<const RankPasses<double>> make_round_passes(const Problem&,
                                                                            const RankPart&,
                                                                            std::int64_t);
extern template std::unique_ptr<const RankPasses<float>> make_device_passes(const Problem&,
                                                                            const RankPart&);
extern template std::unique_ptr<const RankPasses<double>> make_device_passes(const Problem&,
                                                                             const RankPart&);

}  // namespace tobiuo::poisson
