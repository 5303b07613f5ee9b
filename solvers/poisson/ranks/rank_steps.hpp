// What one rank does in a solve on several: the work before and behind the exchange of messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/ranks/joined_arrays.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// The steps of a rank with planes, on one back end. Arrays hold its planes.
template <typename T>
class RankSteps {
public:
    RankSteps() = default;
    RankSteps(const RankSteps&) = delete;
    RankSteps& operator=(const RankSteps&) = delete;
    virtual ~RankSteps() = default;

    /// Subtracts from f what the walls contribute. Returns f if that is nothing; otherwise u, which
    /// then has the difference. `given` is zero on walls across z that are none of this rank.
    [[nodiscard]] virtual const T* without_walls(const T* f, const walls::GivenFaces<T>& given,
                                                 T* u, Stream stream) const = 0;

    /// Transforms f along x and y to u, and begins the systems along z.
    virtual void begin(const T* f, T* u, Stream stream) const = 0;

    /// What is to be exchanged between begin() and end(); the same for every solve.
    [[nodiscard]] virtual const Messages& messages() const = 0;

    /// Ends the systems, and transforms u back.
    virtual void end(T* u, Stream stream) const = 0;

    /// The mean that the last solve has removed; 0 without a null space.
    [[nodiscard]] virtual double removed_mean(Stream stream) const = 0;

    [[nodiscard]] virtual std::size_t workspace_bytes() const = 0;
    /// Bytes that a solve copies to a device, and as many from it.
    [[nodiscard]] virtual std::int64_t copied_bytes() const { return 0; }
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// `problem` is the whole problem. `rows` must outlive the steps.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSteps<T>> make_host_steps(const Problem& problem,
                                                                  const RankRows& rows,
                                                                  int threads);
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSteps<T>> make_device_steps(const Problem& problem,
                                                                    const RankRows& rows);

/// Arrays are in host memory, and visit the CUDA device in chunks of planes, for which it may give
/// `device_bytes`, or what is free less a tenth if that is 0. Throws std::invalid_argument if that is
/// not enough.
template <typename T>
[[nodiscard]] std::unique_ptr<const RankSteps<T>> make_trip_steps(const Problem& problem,
                                                                  const RankRows& rows,
                                                                  std::int64_t device_bytes);

extern template std::unique_ptr<const RankSteps<float>> make_host_steps(const Problem&,
                                                                        const RankRows&, int);
extern template std::unique_ptr<const RankSteps<double>> make_host_steps(const Problem&,
                                                                         const RankRows&, int);
extern template std::unique_ptr<const RankSteps<float>> make_trip_steps(const Problem&,
                                                                        const RankRows&,
                                                                        std::int64_t);
extern template std::unique_ptr<const RankSteps<double>> make_trip_steps(const Problem&,
                                                                         const RankRows&,
                                                                         std::int64_t);
extern template std::unique_ptr<const RankSteps<float>> make_device_steps(const Problem&,
                                                                          const RankRows&);
extern template std::unique_ptr<const RankSteps<double>> make_device_steps(const Problem&,
                                                                           const RankRows&);

}  // namespace tobiuo::poisson
