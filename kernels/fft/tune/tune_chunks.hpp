// SPDX-License-Identifier: BSD-3-Clause
// The search for the fastest chunks of a transform whose arrays are in host memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/tune/tune.hpp"

namespace tobiuo::fft {

/// What is tuned: a transform in rounds, whose chunks a table may choose.
class ChunksSubject {
public:
    ChunksSubject() = default;
    ChunksSubject(const ChunksSubject&) = delete;
    ChunksSubject& operator=(const ChunksSubject&) = delete;
    virtual ~ChunksSubject() = default;

    /// What the rounds ask for.
    [[nodiscard]] virtual std::vector<ColumnsRequest> requests() const = 0;
    /// Transforms with the chunks of the table, checks the result against that of the first call
    /// and returns the seconds of one execution. Throws std::runtime_error if results differ, and
    /// what making a plan throws.
    [[nodiscard]] virtual double seconds(const TunedTable& table) = 0;
};

struct TunedChunks {
    TunedTable found;           ///< the columns of each request that were fastest
    double model_seconds = 0;   ///< of one execution with the model's choices
    double before_seconds = 0;  ///< with the table that tuning started from
    double seconds = 0;         ///< with what was found
    int tried = 0;
    int rejected = 0;
    bool complete = false;  ///< whether the search ended by itself, not by budget or observer
};

/// Tries, for each request in turn, fewer and more columns than the model's, and keeps what makes
/// the whole transform clearly faster. Throws what the first two executions throw.
[[nodiscard]] TunedChunks tune_chunks(ChunksSubject& subject, const TunedTable& start,
                                      double budget_seconds, TuneObserver& observer);

/// The subject of a valid problem with `device_bytes` of device memory on a device, which is the
/// current one afterwards; its arrays are in page-locked host memory. Throws std::invalid_argument,
/// DeviceError, std::bad_alloc.
[[nodiscard]] std::unique_ptr<ChunksSubject> chunks_subject(const Problem& problem,
                                                            std::int64_t device_bytes, int device);

}  // namespace tobiuo::fft
