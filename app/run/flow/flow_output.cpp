// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_output.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "app/machine/time_split.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/time/flow_end.hpp"
#include "app/run/flow/time/flow_times.hpp"
#include "runtime/all_finite.hpp"

namespace tobiuo {

template <typename Real>
FlowOutput<Real>::FlowOutput(const FlowSetting& setting, RunFolder& folder,
                             FlowEngine<Real>& engine, FlowCopies<Real>& copies, FlowRecord& record,
                             WriterThread& writer)
    : setting_{setting},
      folder_{folder},
      engine_{engine},
      copies_{copies},
      record_{record},
      writer_{writer},
      series_{series_of(setting.the_case, setting.flow)},
      means_{writer}
{
    if (setting_.place.world != nullptr) {
        files_.emplace(engine, setting_, writer_, &folder_);
    }
}

template <typename Real>
bool FlowOutput<Real>::submit_first()
{
    return std::ranges::all_of(
        series_, [&](const FlowSeries& series) { return !series.every || submit(series); });
}

template <typename Real>
bool FlowOutput<Real>::submit_due(double before)
{
    return std::ranges::all_of(series_, [&](const FlowSeries& series) {
        const bool is_due = series.every && meets_series(*series.every, before, record_.now.time,
                                                         setting_.flow.run.until);
        return !is_due || submit(series);
    });
}

template <typename Real>
bool FlowOutput<Real>::submit_last()
{
    return std::ranges::all_of(series_, [&](const FlowSeries& series) {
        return !lacks_file_of_now(series, record_) || submit(series);
    });
}

template <typename Real>
bool FlowOutput<Real>::submit(const FlowSeries& series)
{
    const TimedPart files{TimePart::files};
    return !series.name.empty() ? submit_part(series)
           : files_             ? begin_pieces()
                                : submit_fields(series);
}

template <typename Real>
bool FlowOutput<Real>::submit_fields(const FlowSeries& series)
{
    if (copies_.first_not_finite_and_wait()) {
        return false;
    }
    add_to_series(setting_.problem.grid, series, record_);
    const auto arrays = copies_.arrays_and_wait();
    copies_.hold_for(writer_.submit([this, problem = arrays.problem, state = arrays.state,
                                     pressure = arrays.pressure, record = record_] {
        write_last_of_series(folder_, setting_, FlowArrays<Real>{problem, state, pressure}, record,
                             room_);
        write_tables(folder_, problem, record);
    }));
    return true;
}

/// Submits a part of the grid, of which alone the values are copied.
template <typename Real>
bool FlowOutput<Real>::submit_part(const FlowSeries& series)
{
    auto& buffers = parts_.try_emplace(series.name, writer_).first->second;
    std::vector<Real>& values = buffers.next_and_wait();
    copies_.cells_and_wait(
        series.cells,
        fields_of(series.fields, is_flat(setting_.problem), scalar_names(setting_.problem)),
        values);
    if (!all_finite(values)) {
        return false;
    }
    add_to_series(setting_.problem.grid, series, record_);
    buffers.hold_for(writer_.submit(
        [this, &series, &values, files = record_.series.find(series.name)->second.files] {
            write_last_of_part<Real>(folder_, setting_, series, values, files, room_);
        }));
    return true;
}

/// Has each rank write its part of the next file of the series of all cells.
template <typename Real>
bool FlowOutput<Real>::begin_pieces()
{
    finish_pieces();
    SeriesFiles& written = record_.series[{}];
    if (!files_->begin_fields(written.count, record_.now.time)) {
        return false;
    }
    written.files.push_back(files_->begun());
    ++written.count;
    of_pieces_ = record_;
    return true;
}

/// Has the index of the pieces that were begun written, and what goes with it.
template <typename Real>
void FlowOutput<Real>::finish_pieces()
{
    if (files_ && files_->has_begun_fields()) {
        files_->finish_fields();
        writer_.submit([this, problem = setting_.problem, record = *std::move(of_pieces_)] {
            write_flow_index(folder_, {}, record.series.find("")->second.files);
            write_tables(folder_, problem, record);
        });
    }
}

template <typename Real>
void FlowOutput<Real>::begin_checkpoints()
{
    if (setting_.flow.checkpoint) {
        checkpoints_.emplace(folder_.path(), setting_.identity, *setting_.flow.checkpoint, writer_);
    }
}

template <typename Real>
bool FlowOutput<Real>::submit_checkpoint(std::int64_t more)
{
    const TimedPart files{TimePart::files};
    finish();  // a run that goes on from it has these files
    const std::string about = moment_text(record_.now);
    if (files_) {
        if (!files_->begin_checkpoint(
                checkpoints_->begin(record_.now.step, checkpoint_record(record_)))) {
            return false;
        }
        keep_ = checkpoints_->keep() + more;
    } else {
        if (copies_.first_not_finite_and_wait()) {
            return false;
        }
        const std::span<const Real> state = copies_.state_and_wait();
        std::vector<double>& means = means_.next_and_wait();
        engine_.own_means_and_wait(means);
        const std::int64_t job = checkpoints_->submit({.step = record_.now.step,
                                                       .moment = "of " + about,
                                                       .record = checkpoint_record(record_),
                                                       .state = std::as_bytes(state),
                                                       .more = std::as_bytes(std::span{means})},
                                                      more);
        copies_.hold_for(job);
        means_.hold_for(job);
    }
    newest_ = about;
    return true;
}

template <typename Real>
void FlowOutput<Real>::finish_checkpoint()
{
    if (files_ && files_->has_begun_checkpoint()) {
        files_->finish_checkpoint(keep_);
    }
}

template <typename Real>
void FlowOutput<Real>::remove_old_checkpoints() const
{
    if (checkpoints_) {
        checkpoints_->remove_old();
    }
}

template <typename Real>
void FlowOutput<Real>::finish_what_is_written()
{
    if (files_ && files_->has_own_fields()) {
        finish_pieces();
    }
    if (files_ && files_->has_own_checkpoint()) {
        finish_checkpoint();
    }
}

template <typename Real>
void FlowOutput<Real>::finish()
{
    finish_pieces();
    finish_checkpoint();
}

template class FlowOutput<float>;
template class FlowOutput<double>;

}  // namespace tobiuo
