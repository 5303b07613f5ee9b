// SPDX-License-Identifier: BSD-3-Clause
// The fields and checkpoints of a flow that its ranks write side by side.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output/manifest.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/writer_thread.hpp"
#include "app/run/checkpoint_writer.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/output/flow_series.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo {

/// The series of all cells of a flow on several ranks: of each file the ranks write a piece with
/// their planes while they go on, and rank 0 its index when all pieces are whole. Its checkpoints:
/// each rank writes its parts of the state into one file, which takes its place when all are there.
/// All calls are collective: rank 0 makes them, and the others follow() it as they do its engine.
template <typename Real>
class FlowFiles {
public:
    /// Keeps what it is given, also the setting: `writer` is that of this rank, `folder` that of rank
    /// 0, null on others.
    FlowFiles(FlowEngine<Real>& engine, const FlowSetting& setting, WriterThread& writer,
              RunFolder* folder);

    /// Has the pieces of file `number` of the series written. False if a value is not finite; then
    /// nothing is written. Throws OutputError if an earlier file could not be written.
    [[nodiscard]] bool begin_fields(std::int64_t number, double time);
    /// The index of the pieces that were begun last.
    [[nodiscard]] const TimedFile& begun() const { return begun_; }
    /// Waits for the pieces that were begun, and has the writer of rank 0 write their index. Throws
    /// RanksError on all ranks where a piece could not be written.
    void finish_fields();
    /// Whether pieces were begun that are not finished, and whether this rank has written its own.
    [[nodiscard]] bool has_begun_fields() const { return fields_job_ != 0; }
    [[nodiscard]] bool has_own_fields() const
    {
        return has_begun_fields() && writer_.is_done(fields_job_);
    }

    /// Has the state written into a checkpoint of rank 0, which others do not give. False if a value
    /// is not finite; then nothing is written. Throws as begin_fields() does.
    [[nodiscard]] bool begin_checkpoint(std::optional<NewCheckpoint> checkpoint);
    /// Waits for the parts of all ranks, and has the writer of rank 0 end the checkpoint, beside
    /// which `keep` minus one older ones stay. Throws as finish_fields() does.
    void finish_checkpoint(std::int64_t keep);
    [[nodiscard]] bool has_begun_checkpoint() const { return state_job_ != 0; }
    [[nodiscard]] bool has_own_checkpoint() const
    {
        return has_begun_checkpoint() && writer_.is_done(state_job_);
    }

    /// Whether an order is for these calls, and makes the one of it.
    [[nodiscard]] static bool does(const FlowOrder& order);
    void follow(const FlowOrder& order);

private:
    [[nodiscard]] std::string write_means(const StatePlace& place,
                                          std::span<const double> means) const;

    FlowEngine<Real>& engine_;
    const FlowSetting& setting_;
    WriterThread& writer_;
    RunFolder* folder_;
    std::filesystem::path place_;  ///< of the folder, on all ranks
    std::vector<ranks::Slice> slices_;
    HeldBuffers<std::vector<Real>> values_;
    FieldRoom room_;  ///< of the writer
    TimedFile begun_;
    ListedFile piece_;             ///< set by the writer
    std::int64_t fields_job_ = 0;  ///< that writes the piece; 0 for none
    HeldBuffers<std::vector<Real>> states_;
    HeldBuffers<std::vector<double>> means_;     ///< behind them
    std::shared_ptr<NewCheckpoint> checkpoint_;  ///< of rank 0
    std::string digests_;                        ///< set by the writer
    std::int64_t state_job_ = 0;                 ///< that writes parts of a state; 0 for none
};

extern template class FlowFiles<float>;
extern template class FlowFiles<double>;

}  // namespace tobiuo
