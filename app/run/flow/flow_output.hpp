// SPDX-License-Identifier: BSD-3-Clause
// What a flow run writes on its way: series of fields, tables and checkpoints.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/output/run_folder.hpp"
#include "app/output/writer_thread.hpp"
#include "app/run/checkpoint_writer.hpp"
#include "app/run/flow/flow_copies.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_files.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "app/run/flow/output/flow_series.hpp"

namespace tobiuo {

/// Has files written while the next steps are computed: by a thread, on several ranks by one of each.
/// They are about the state after the last step.
///
/// Not finite  what submits returns false if it meets a value that is not finite; then nothing is
///             written.
/// Errors      of files that were submitted earlier are thrown by any call: OutputError, on several
///             ranks also RanksError.
template <typename Real>
class FlowOutput {
public:
    /// Keeps all that it is given. The record is that of the run, to which files are added.
    FlowOutput(const FlowSetting& setting, RunFolder& folder, FlowEngine<Real>& engine,
               FlowCopies<Real>& copies, FlowRecord& record, WriterThread& writer);

    [[nodiscard]] const std::vector<FlowSeries>& series() const { return series_; }
    /// Submit the next file of each series that has an interval; that has a time since `before`; that
    /// has no file of now.
    [[nodiscard]] bool submit_first();
    [[nodiscard]] bool submit_due(double before);
    [[nodiscard]] bool submit_last();

    /// Lets checkpoints be due from now on, of a case that wants them.
    void begin_checkpoints();
    [[nodiscard]] bool has_checkpoints() const { return checkpoints_.has_value(); }
    [[nodiscard]] bool is_checkpoint_due() const { return checkpoints_ && checkpoints_->is_due(); }
    /// Submits a checkpoint, beside which as many older ones stay as the case wants, and `more`.
    [[nodiscard]] bool submit_checkpoint(std::int64_t more = 0);
    /// Removes all but as many as the case wants. Nothing else may be written meanwhile.
    void remove_old_checkpoints() const;
    /// What the newest checkpoint is about; empty without one.
    [[nodiscard]] const std::string& newest_checkpoint() const { return newest_; }
    void note_checkpoint(std::string about) { newest_ = std::move(about); }

    /// On several ranks: puts in place what all have written, as soon as rank 0 has; and all that was
    /// submitted.
    void finish_what_is_written();
    void finish();

private:
    [[nodiscard]] bool submit(const FlowSeries& series);
    [[nodiscard]] bool submit_fields(const FlowSeries& series);
    [[nodiscard]] bool submit_part(const FlowSeries& series);
    [[nodiscard]] bool begin_pieces();
    void finish_pieces();
    void finish_checkpoint();

    const FlowSetting& setting_;
    RunFolder& folder_;
    FlowEngine<Real>& engine_;
    FlowCopies<Real>& copies_;
    FlowRecord& record_;
    WriterThread& writer_;
    std::vector<FlowSeries> series_;
    std::map<std::string, HeldBuffers<std::vector<Real>>> parts_;  ///< values of those with names
    FieldRoom room_;                                               ///< of the writer
    HeldBuffers<std::vector<double>> means_;                       ///< for checkpoints
    std::optional<CheckpointWriter> checkpoints_;                  ///< of a case that wants them
    std::int64_t keep_ = 0;  ///< checkpoints with the one that ranks write
    std::string newest_;
    std::optional<FlowFiles<Real>> files_;  ///< on several ranks
    std::optional<FlowRecord> of_pieces_;   ///< that belongs to those that were begun
};

extern template class FlowOutput<float>;
extern template class FlowOutput<double>;

}  // namespace tobiuo
