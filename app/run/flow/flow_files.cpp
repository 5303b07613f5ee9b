// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_files.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include <tobiuo/flow/solver.hpp>

#include "app/output/field/write_fields.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/output/report/result_files.hpp"
#include "app/output/staging.hpp"
#include "app/ranks/world.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "runtime/all_finite.hpp"
#include "runtime/ranks/messages.hpp"
#include "solvers/flow/slab.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {

using Task = FlowOrder::Task;

namespace {

std::vector<ranks::Slice> slices_of(const flow::Problem& problem, int size)
{
    std::vector<ranks::Slice> slices;
    for (int rank = 0; rank < size; ++rank) {
        const poisson::Planes planes = flow::planes_of_rank(problem, rank, size);
        slices.push_back({.first = planes.first, .count = planes.count});
    }
    return slices;
}

}  // namespace

template <typename Real>
FlowFiles<Real>::FlowFiles(FlowEngine<Real>& engine, const FlowSetting& setting,
                           WriterThread& writer, RunFolder* folder)
    : engine_{engine},
      setting_{setting},
      writer_{writer},
      folder_{folder},
      place_{folder_of_all(*engine.world(), folder)},
      slices_{slices_of(setting.problem, engine.world()->size())},
      values_{writer},
      states_{writer},
      means_{writer}
{
}

template <typename Real>
bool FlowFiles<Real>::begin_fields(std::int64_t number, double time)
{
    engine_.tell({.task = Task::begin_fields, .time = time, .number = number});
    const World& world = *engine_.world();
    world.together([&] { writer_.check(); });
    const std::vector<std::string>& names = setting_.the_case.output.fields;
    const Grid& grid = setting_.flow.box.grid;
    std::vector<Real>& values = values_.next_and_wait();
    engine_.own_cells_and_wait(
        all_cells(grid),
        fields_of(names, is_flat(setting_.problem), scalar_names(setting_.problem)),
        {.problem = engine_.solver().problem()}, values);
    if (world.any(!all_finite(values))) {
        return false;
    }
    begun_ = {.file = std::filesystem::path{flow_file_name(grid, {}, number)}
                          .replace_extension(index_extension(grid))
                          .string(),
              .time = time,
              .pieces = world.size()};
    ImageDescription description = description_of_fields(setting_.the_case, grid, time);
    description.piece = slices_.at(static_cast<std::size_t>(world.rank()));
    const std::string name = piece_path(begun_.file, world.rank()).string();
    fields_job_ = writer_.submit([this, &values, name, time, description = std::move(description)] {
        write_staged(place_, name, [&](const std::filesystem::path& path) {
            write_fields(path, description,
                         fields_of_cells<Real>(setting_, all_cells(setting_.flow.box.grid), time,
                                               setting_.the_case.output.fields, values, room_));
            piece_ = listed(path.parent_path(), name);
        });
    });
    values_.hold_for(fields_job_);
    return true;
}

template <typename Real>
void FlowFiles<Real>::finish_fields()
{
    engine_.tell({.task = Task::finish_fields});
    const World& world = *engine_.world();
    world.together([&] { writer_.wait_for(fields_job_); });
    fields_job_ = 0;
    std::vector<ListedFile> pieces = all_listed(world, piece_);
    if (folder_ == nullptr) {
        return;
    }
    writer_.submit([this, pieces = std::move(pieces), file = begun_] {
        for (const ListedFile& one : pieces) {
            folder_->add_written(one);
        }
        FieldRoom none;
        const std::vector<Field> fields =
            fields_of_cells<Real>(setting_, all_cells(setting_.flow.box.grid), file.time,
                                  setting_.the_case.output.fields, {}, none);
        folder_->add(file.file, [&](const std::filesystem::path& path) {
            write_fields_index(
                path, description_of_fields(setting_.the_case, setting_.flow.box.grid, file.time),
                fields, slices_);
        });
    });
}

template <typename Real>
bool FlowFiles<Real>::begin_checkpoint(std::optional<NewCheckpoint> checkpoint)
{
    engine_.tell({.task = Task::begin_checkpoint});
    const World& world = *engine_.world();
    world.together([&] { writer_.check(); });
    StatePlace place = checkpoint ? checkpoint->place() : StatePlace{};
    place.temporary = world.from_first(
        checkpoint ? std::filesystem::absolute(place.temporary).string() : std::string{});
    place.path = world.from_first(place.path.string());
    place.state_at = ranks::from_first(world.ranks(), place.state_at);
    std::vector<Real>& state = states_.next_and_wait();
    state.resize(engine_.pieces()->own_state_values());
    engine_.state_and_wait(state);
    if (world.any(!all_finite(state))) {
        return false;
    }
    std::vector<double>& means = means_.next_and_wait();
    engine_.own_means_and_wait(means);
    if (checkpoint) {
        checkpoint_ = std::make_shared<NewCheckpoint>(std::move(*checkpoint));
    }
    state_job_ = writer_.submit([this, place = std::move(place), &state, &means] {
        digests_.clear();
        for (const StatePart& part : engine_.pieces()->own_state_parts()) {
            digests_ +=
                write_blocks(place, part.in_whole * sizeof(Real),
                             std::as_bytes(std::span{state}.subspan(part.in_own, part.count)),
                             static_cast<std::int64_t>(part.of_block * sizeof(Real)));
        }
        digests_ += write_means(place, means);
    });
    states_.hold_for(state_job_);
    means_.hold_for(state_job_);
    return true;
}

/// Writes this rank's layers of the means behind the state, and returns their SHA-256.
template <typename Real>
std::string FlowFiles<Real>::write_means(const StatePlace& place,
                                         std::span<const double> means) const
{
    const flow::Problem& problem = setting_.problem;
    const ranks::Slice& own = slices_.at(static_cast<std::size_t>(engine_.world()->rank()));
    const std::int64_t layer = flow::plane_points(problem);
    const auto values = static_cast<std::size_t>(own.count * layer);
    std::string digests;
    for (std::int64_t array = 0; !means.empty(); ++array, means = means.subspan(values)) {
        const std::int64_t before = (array * problem.grid.axes[2].cells + own.first) * layer;
        digests += write_blocks(
            place,
            static_cast<std::uintmax_t>(flow::state_values(problem)) * sizeof(Real) +
                static_cast<std::uintmax_t>(before) * sizeof(double),
            std::as_bytes(means.first(values)), layer * static_cast<std::int64_t>(sizeof(double)));
    }
    return digests;
}

template <typename Real>
void FlowFiles<Real>::finish_checkpoint(std::int64_t keep)
{
    engine_.tell({.task = Task::finish_checkpoint});
    const World& world = *engine_.world();
    world.together([&] { writer_.wait_for(state_job_); });
    state_job_ = 0;
    const std::vector<std::string> digests = ranks::gathered_texts(world.ranks(), digests_);
    if (checkpoint_ == nullptr) {
        return;
    }
    writer_.submit([checkpoint = std::exchange(checkpoint_, nullptr), keep,
                    all = engine_.pieces()->joined_texts(
                        digests, digest_letters,
                        setting_.flow.means ? mean_form(*setting_.flow.means).values() : 0)] {
        checkpoint->finish(all, keep);
    });
}

template <typename Real>
bool FlowFiles<Real>::does(const FlowOrder& order)
{
    constexpr std::array tasks{Task::begin_fields, Task::finish_fields, Task::begin_checkpoint,
                               Task::finish_checkpoint};
    return std::ranges::find(tasks, order.task) != tasks.end();
}

template <typename Real>
void FlowFiles<Real>::follow(const FlowOrder& order)
{
    switch (order.task) {
        case Task::begin_fields:
            static_cast<void>(begin_fields(order.number, order.time));
            break;
        case Task::finish_fields:
            finish_fields();
            break;
        case Task::begin_checkpoint:
            static_cast<void>(begin_checkpoint({}));
            break;
        default:
            finish_checkpoint(0);
            break;
    }
}

template class FlowFiles<float>;
template class FlowFiles<double>;

}  // namespace tobiuo
