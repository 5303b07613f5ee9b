// SPDX-License-Identifier: BSD-3-Clause
// Writes checkpoints while a run goes on: when one is due, and copies that stay until it is written.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "app/case/values/values.hpp"
#include "app/output/writer_thread.hpp"
#include "app/run/checkpoint_file.hpp"

namespace tobiuo {

/// Two buffers for copies of a state. While jobs of a writer read one, the next copy goes into the
/// other; while they read both, it waits for the earlier one.
template <typename Buffer>
class HeldBuffers {
public:
    /// Keeps the writer.
    explicit HeldBuffers(WriterThread& writer) : writer_{writer} {}

    /// The buffer for the next copy: the one of the last copy unless a job still reads it. Throws
    /// what a job of the writer has thrown if it has to wait for one.
    [[nodiscard]] Buffer& next_and_wait()
    {
        if (!writer_.is_done(jobs_.at(current_))) {
            current_ = 1 - current_;
            writer_.wait_for(jobs_.at(current_));
        }
        return buffers_.at(current_);
    }
    /// The buffer of the last copy.
    [[nodiscard]] Buffer& current() { return buffers_.at(current_); }
    /// Leaves the last copy unchanged until this job of the writer is done.
    void hold_for(std::int64_t job) { jobs_.at(current_) = job; }

private:
    WriterThread& writer_;
    std::array<Buffer, 2> buffers_{};
    std::array<std::int64_t, 2> jobs_{};  ///< the last one that reads each; 0 for none
    std::size_t current_ = 0;
};

/// What belongs to the state of a run between two steps.
struct KeptState {
    std::int64_t step{};
    std::string moment;             ///< "of step 12 at time 0.5", behind "a checkpoint"
    nlohmann::ordered_json record;  ///< what is noted beside the state
    std::span<const std::byte> state;
    std::span<const std::byte> more = {};  ///< behind it
};

/// The checkpoints of a run, which a thread writes.
class CheckpointWriter {
public:
    /// Keeps the writer. The first checkpoint is due as long after this as later ones after those
    /// before.
    CheckpointWriter(std::filesystem::path folder, CheckpointIdentity identity,
                     const CheckpointSection& section, WriterThread& writer);

    /// Whether the case wants a checkpoint now.
    [[nodiscard]] bool is_due() const;

    /// Has the state written, beside the newest ones so that there are as many as the case keeps and
    /// `more`. Returns the number of the writer's job, until which the state must stay. Throws what
    /// an earlier job has thrown.
    std::int64_t submit(KeptState kept, std::int64_t more = 0);

    /// Makes one that others write.
    [[nodiscard]] NewCheckpoint begin(std::int64_t step, const nlohmann::ordered_json& record);
    /// How many the case keeps.
    [[nodiscard]] std::int64_t keep() const { return section_.keep; }

    /// Removes all but as many as the case keeps. Nothing else may be written meanwhile.
    void remove_old() const;

private:
    std::filesystem::path folder_;
    CheckpointIdentity identity_;
    CheckpointSection section_;
    WriterThread& writer_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace tobiuo
