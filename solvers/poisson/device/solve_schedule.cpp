// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/solve_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/tridiagonal/tile/tile_choice.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_choice.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/device/plane_merging.hpp"
#include "solvers/poisson/device/solve_eigenvalues.hpp"
#include "solvers/poisson/device/solve_lines.hpp"
#include "solvers/poisson/device/solved_axis.hpp"

namespace tobiuo::poisson {
namespace {

using fft::PassForm;

/// The fewest points of a two-dimensional array of doubles that is solved by recurrences along y.
/// Smaller ones have lines for few blocks, so they are transformed along y too, unless that takes a
/// DCT-I or a convolution.
constexpr std::int64_t smallest_recurrent = 5 << 19;

class Builder {
public:
    Builder(const Problem& problem, const fft::DeviceLimits& limits, const fft::Choices& choices,
            LastAxis last_axis, const GivenModes& modes,
            const std::optional<SolveChunk>& chunk = {}, const ChunkCuts& cuts = {})
        : problem_{problem},
          limits_{limits},
          choices_{choices},
          last_axis_{last_axis},
          modes_{modes},
          chunk_{chunk},
          cuts_{cuts},
          blocks_{problem.precision, limits, choices_},
          lines_{axes_of(problem), problem.precision}
    {
        if (lines_.padded()) {
            solve_.forward.work_values =
                lines_.pitch() / 2 * lines_.points_of(1) * lines_.points_of(2);
        }
    }

    SolveSchedule build()
    {
        const std::size_t middle = middle_axis();
        solve_.wide_symbol = problem_.lambda > 0.0 && problem_.precision == Precision::fp32;
        for (std::size_t axis = 0; axis < axes().size(); ++axis) {
            if (axis != middle && is_transformed(axis)) {
                add(PassRole::forward, axis, solve_.forward);
            }
        }
        const bool has_middle = !chunk_ || chunk_->is_middle;
        if (has_middle) {
            solve_along(middle);
        }
        fft::Schedule& inverse =
            solve_.by_systems() || !has_middle ? solve_.inverse : solve_.forward;
        for (std::size_t axis = axes().size(); axis-- > 0;) {
            if (axis != middle && is_transformed(axis)) {
                add(PassRole::inverse, axis, inverse);
            }
        }
        if (has_middle) {
            fill_eigenvalues(problem_, lines_, middle, has_parts_of_rows(), solve_);
        }
        const bool has_planes = middle == 2 && is_transformed(0) && is_transformed(1);
        if (has_planes && choices_.merging != fft::Merging::never) {
            const PlaneMerging merging{lines_, blocks_, problem_.precision};
            merging.merge(inverse, inverse.steps.size() - 2, PassRole::inverse);
            merging.merge(solve_.forward, 0, PassRole::forward);
        }
        for (fft::Schedule* schedule : {&solve_.forward, &solve_.inverse}) {
            leave_padding_out(*schedule);
        }
        return std::move(solve_);
    }

private:
    [[nodiscard]] std::vector<SolvedAxis> axes_of(const Problem& problem) const
    {
        std::vector<SolvedAxis> axes;
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_absent(problem, axis)) {
                if (are_given(modes_, axis)) {
                    axes.push_back(given_axis(axis, modes_.at(static_cast<std::size_t>(axis))));
                    continue;
                }
                if (!is_integrated()) {
                    validate_length(problem, axis);
                }
                axes.push_back(chunk_ && axis == cuts_.of(chunk_->is_middle)
                                   ? points_of_chunk(solved_axis(problem, axis), axes.empty())
                                   : solved_axis(problem, axis));
            }
        }
        if (axes.empty()) {
            throw std::invalid_argument{
                "a box of one cell has nothing to transform: give an axis more cells, or use the "
                "CPU"};
        }
        if (axes.size() == 1 && axes.front().pairs.is_type_one() && !is_integrated()) {
            axes.front() = continued(std::move(axes.front()));
        }
        return axes;
    }

    /// What a chunk has of the axis across which it is cut. The fastest axis keeps all eigenvalues,
    /// because these have another order in rows.
    [[nodiscard]] SolvedAxis points_of_chunk(SolvedAxis axis, bool is_fastest) const
    {
        axis.points = chunk_->count;
        if (is_fastest) {
            axis.first = chunk_->first;
        } else if (!axis.stretched) {
            const auto first = axis.eigenvalues.begin() + chunk_->first;
            axis.eigenvalues = {first, first + chunk_->count};
        }
        return axis;
    }

    [[nodiscard]] const std::vector<SolvedAxis>& axes() const { return lines_.axes(); }

    /// Whether there are transforms along an axis, which is not the middle one, and they belong here.
    [[nodiscard]] bool is_transformed(std::size_t axis) const
    {
        if (axes()[axis].given) {
            return false;
        }
        return !chunk_ || (axes()[axis].axis == cuts_.outer) == chunk_->is_middle;
    }

    /// Adds what is between the transforms along the other axes.
    void solve_along(std::size_t middle)
    {
        if (is_integrated()) {
            solve_.line = integrated_line();
        } else if (!has_own_rows(problem_, axes()[middle].axis) && middle + 1 == axes().size()) {
            solve_.recurrences = recurrences_along(middle);
        }
        if (axes()[middle].stretched && !solve_.recurrences) {
            solve_.systems = lines_.systems_along(middle);
            solve_.tiles = tiles_along(middle);
        }
        if (!solve_.by_systems()) {
            add(PassRole::fused_inverse, middle, solve_.forward);
        }
    }

    /// The eliminated axis, or else the last one that has no modes yet.
    [[nodiscard]] std::size_t middle_axis() const
    {
        const auto stretched = std::ranges::find_if(axes(), &SolvedAxis::stretched);
        if (stretched != axes().end()) {
            return static_cast<std::size_t>(stretched - axes().begin());
        }
        std::size_t last = axes().size() - 1;
        while (last > 0 && axes()[last].given) {
            --last;
        }
        return last;
    }

    /// Whether the only axis is solved by LineIntegration.
    [[nodiscard]] bool is_integrated() const
    {
        int axes = 0;
        for (int axis = 0; axis < 3; ++axis) {
            axes += is_absent(problem_, axis) ? 0 : 1;
        }
        return axes == 1 && allows_recurrences(problem_) && problem_.lambda == 0.0 &&
               !eliminated_axis(problem_) && last_axis_ != LastAxis::transforms;
    }

    [[nodiscard]] IntegratedLine integrated_line() const
    {
        const SolvedAxis& axis = axes().front();
        const RowOrder order = row_order_of(problem_, axis.axis);
        const double spacing = problem_.grid.axes.at(static_cast<std::size_t>(axis.axis)).spacing();
        return {.rows = axis.points,
                .first = order.edges.first,
                .last = order.edges.last,
                .reversed = order.reversed,
                .diffusion = 1.0 / (spacing * spacing)};
    }

    /// The tiles of systems whose lines lie beside each other in memory.
    [[nodiscard]] std::optional<SolvedTiles> tiles_along(std::size_t middle) const
    {
        const SystemLines& lines = *solve_.systems;
        if (middle == 0 || last_axis_ == LastAxis::transforms || lines.rows > most_tile_rows) {
            return std::nullopt;
        }
        return SolvedTiles{.tiles = tridiagonal::choose_tiles(
                               static_cast<int>(lines.rows), lines.inner_count * lines.beyond_count,
                               problem_.precision,
                               tridiagonal::needs_of_unequal_rows(problem_.precision), limits_)};
    }

    /// The recurrences along the last of several axes, if the operator has three points along it
    /// and no shift is positive.
    [[nodiscard]] std::optional<Recurrences> recurrences_along(std::size_t last) const
    {
        if (last == 0 || !allows_recurrences(problem_) || is_better_transformed(last)) {
            return std::nullopt;
        }
        const auto axis = static_cast<std::size_t>(axes()[last].axis);
        const Edges edges = edges_of(problem_, axes()[last].axis);
        const long long columns = lines_.pitch() * (last == 2 ? lines_.points_of(1) : 1);
        const auto form =
            tridiagonal::choose_toeplitz({.rows = static_cast<int>(lines_.points_of(last)),
                                          .step = columns,
                                          .columns = columns,
                                          .first = edges.first,
                                          .last = edges.last},
                                         problem_.precision, limits_);
        if (!form) {
            return std::nullopt;
        }
        const double spacing = problem_.grid.axes.at(axis).spacing();
        return Recurrences{
            .form = *form, .inner_count = lines_.pitch(), .diffusion = 1.0 / (spacing * spacing)};
    }

    [[nodiscard]] bool is_better_transformed(std::size_t last) const
    {
        if (last_axis_ != LastAxis::automatic || open_axis(problem_)) {
            return last_axis_ == LastAxis::transforms;
        }
        PassForm pass = lines_.pass_of(last, PassRole::fused_inverse);
        return last == 1 && problem_.precision == Precision::fp64 &&
               pass.pairs.type_one != fft::TypeOne::dct &&
               fft::is_smooth(pass.transform_points()) &&
               lines_.pitch() * lines_.points_of(1) * bytes_per_value(Precision::fp64) <
                   smallest_recurrent &&
               blocks_.give(pass, fft::Order::strided);
    }

    void add(PassRole role, std::size_t axis, fft::Schedule& schedule)
    {
        PassForm form = lines_.pass_of(axis, role);
        const fft::Order order = axis == 0 ? fft::Order::contiguous : fft::Order::strided;
        const auto chosen = blocks_.give(form, order);
        if (!chosen) {
            decline(axes()[axis].axis, form.transform_points());
        }
        if (axis > 0) {
            lines_.regroup(form);
        }
        form.pairs.wide_symbol = solve_.wide_symbol && role == PassRole::fused_inverse;
        if (axes().size() == 1) {
            // Twiddle factors from memory are rounded once each, powers of one factor with every
            // product; a single line waits for memory anyway.
            form.block.twiddle_recurrence = false;
        }
        if (form.blocks() > fft::most_blocks) {
            throw std::invalid_argument{
                "the problem has more lines than one launch on a GPU has blocks: use the CPU"};
        }
        const bool first =
            solve_.forward.steps.empty() && !solve_.by_systems() && !(chunk_ && chunk_->is_middle);
        const bool last = axis == 0 && role == PassRole::inverse;
        const fft::Array between = lines_.padded() ? fft::Array::work : fft::Array::output;
        schedule.steps.emplace_back(fft::PassStep{.form = form,
                                                  .from = first ? fft::Array::input : between,
                                                  .to = last ? fft::Array::output : between,
                                                  .chosen = *chosen});
    }

    /// Throws for a length that no block can hold, before anything is computed from it: a block
    /// holds no more points than bytes.
    void validate_length(const Problem& problem, int axis) const
    {
        const long long points = unknowns(problem, axis).count;
        if (eliminated_axis(problem) != axis && points > limits_.shared_per_block) {
            decline(axis, points);
        }
    }

    [[noreturn]] static void decline(int axis, long long points)
    {
        throw std::invalid_argument{
            "the " + std::string{"xyz"[axis]} + " axis needs transforms of " +
            std::to_string(points) + " points (a block of GPU threads holds no line of so many" +
            (fft::is_smooth(points) ? "" : ", with a prime factor above 13") +
            "): choose another number of cells, or use the CPU"};
    }

    /// Whether a chunk has only parts of rows.
    [[nodiscard]] bool has_parts_of_rows() const
    {
        return chunk_ && axes().front().axis == cuts_.of(chunk_->is_middle);
    }

    /// Removes the lines in the padding between rows from the passes of y if that saves a wave of
    /// blocks. The pairs then begin anywhere in a sector, which costs more if no wave is saved.
    void leave_padding_out(fft::Schedule& schedule) const
    {
        for (fft::Step& step : schedule.steps) {
            if (auto* one = std::get_if<fft::PassStep>(&step)) {
                const auto tight = lines_.without_padding(one->form);
                if (tight && waves(*tight) < waves(one->form)) {
                    one->form = *tight;
                }
            }
        }
    }

    /// The number of waves: how often all multiprocessors are filled with blocks.
    [[nodiscard]] long long waves(const PassForm& form) const
    {
        const long long places =
            static_cast<long long>(form.block.min_blocks_per_sm) * limits_.multiprocessors;
        return (form.blocks() + places - 1) / places;
    }

    const Problem& problem_;
    const fft::DeviceLimits& limits_;
    const fft::Choices& choices_;
    LastAxis last_axis_;
    const GivenModes& modes_;
    std::optional<SolveChunk> chunk_;
    ChunkCuts cuts_;
    fft::PassBlocks blocks_;
    SolveLines lines_;
    SolveSchedule solve_;
};

void validate_elimination(const Problem& problem)
{
    if (eliminated_axis(problem) && problem.lambda > 0.0) {
        throw std::invalid_argument{
            std::string{"an axis "} +
            (stretched_axis(problem) ? "is stretched" : "has a robin end") +
            " and lambda is positive (the GPU eliminates without exchanging rows, which needs a "
            "lambda that is not): use the CPU, or " +
            (stretched_axis(problem) ? "equal cells" : "other ends")};
    }
}

}  // namespace

SolveSchedule make_solve_schedule(const Problem& problem, const fft::DeviceLimits& limits,
                                  const fft::Choices& choices, LastAxis last_axis,
                                  const GivenModes& modes)
{
    validate_elimination(problem);
    return Builder{problem, limits, choices, last_axis, modes}.build();
}

SolveSchedule make_chunk_schedule(const Problem& problem, const SolveChunk& chunk,
                                  const ChunkCuts& cuts, const fft::DeviceLimits& limits,
                                  const fft::Choices& choices)
{
    validate_elimination(problem);
    const GivenModes none;
    return Builder{problem, limits, choices, LastAxis::transforms, none, chunk, cuts}.build();
}

SolveSchedule make_chunk_schedule(const Problem& problem, const SolveChunk& chunk,
                                  const fft::DeviceLimits& limits, const fft::Choices& choices)
{
    return make_chunk_schedule(problem, chunk, cuts_of_rounds(problem), limits, choices);
}

}  // namespace tobiuo::poisson
