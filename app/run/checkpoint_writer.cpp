// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/checkpoint_writer.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "runtime/seconds_since.hpp"

namespace tobiuo {

CheckpointWriter::CheckpointWriter(std::filesystem::path folder, CheckpointIdentity identity,
                                   const CheckpointSection& section, WriterThread& writer)
    : folder_{std::move(folder)}, identity_{std::move(identity)}, section_{section}, writer_{writer}
{
}

bool CheckpointWriter::is_due() const
{
    return seconds_since(last_) >= section_.every.seconds;
}

std::int64_t CheckpointWriter::submit(KeptState kept, std::int64_t more)
{
    last_ = std::chrono::steady_clock::now();
    return writer_.submit([this, kept = std::move(kept), keep = section_.keep + more] {
        write_checkpoint(folder_, identity_, kept.step, kept.record, kept.state, kept.more, keep);
        spdlog::debug("wrote a checkpoint {}", kept.moment);
    });
}

NewCheckpoint CheckpointWriter::begin(std::int64_t step, const nlohmann::ordered_json& record)
{
    last_ = std::chrono::steady_clock::now();
    return {folder_, identity_, step, record};
}

void CheckpointWriter::remove_old() const
{
    keep_newest_checkpoints(folder_, section_.keep);
}

}  // namespace tobiuo
