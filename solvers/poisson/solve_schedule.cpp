#include "solvers/poisson/solve_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fft/choose/merge.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/tridiagonal/toeplitz_solver.hpp"
#include "solvers/poisson/recurrences.hpp"
#include "solvers/poisson/residual.hpp"
#include "solvers/poisson/single_passes.hpp"
#include "solvers/poisson/solve_lines.hpp"
#include "solvers/poisson/solved_axis.hpp"

namespace tobiuo::poisson {
namespace {

using fft::PassForm;
using fft::TwoForOneTask;

/// Arrays that stay in the L2 cache (fft::largest_cached) are merged up to this many values, where
/// launches take most of the time, but for a DCT-I: between Dirichlet walls 56^3 single takes
/// 0.0137 ms, 0.0190 apart, 64^3 0.0123 and 0.0175, 72^3 0.0181 and 0.0147.
constexpr std::int64_t most_values_merged = 1 << 18;
/// With transforms along the last axis too up to this many bytes: 64^3 double 0.027 ms, 0.018
/// apart.
constexpr std::int64_t most_bytes_merged = 3 << 19;
/// Planes larger than these parts of the L2 cache are not merged.
constexpr double largest_plane_forward = 0.17;
constexpr double largest_plane_inverse = 0.1;
/// Smaller arrays of doubles in two dimensions are transformed along y too, unless that takes a
/// DCT-I or a convolution: they have columns for few blocks.
constexpr std::int64_t smallest_recurrent = 5 << 19;

class Builder {
public:
    Builder(const Problem& problem, const fft::DeviceLimits& limits, const fft::Choices& choices,
            LastAxis last_axis)
        : problem_{problem},
          limits_{limits},
          choices_{choices},
          last_axis_{last_axis},
          blocks_{problem.precision, limits, choices_},
          lines_{axes_of(problem), problem.precision}
    {
        if (lines_.padded()) {
            solve_.there.work_values =
                lines_.pitch() / 2 * lines_.points_of(1) * lines_.points_of(2);
        }
    }

    SolveSchedule build()
    {
        const std::size_t middle = middle_axis();
        solve_.wide_symbol = problem_.lambda > 0.0 && problem_.precision == Precision::fp32;
        for (std::size_t axis = 0; axis < axes().size(); ++axis) {
            if (axis != middle) {
                add(PassRole::there, axis, solve_.there);
            }
        }
        if (axes()[middle].stretched) {
            solve_.systems = lines_.systems_along(middle);
        } else {
            solve_.recurrences = recurrences_along(middle);
        }
        if (!solve_.by_systems()) {
            add(PassRole::there_and_back, middle, solve_.there);
        }
        fft::Schedule& back = solve_.by_systems() ? solve_.back : solve_.there;
        for (std::size_t axis = axes().size(); axis-- > 0;) {
            if (axis != middle) {
                add(PassRole::back, axis, back);
            }
        }
        fill_eigenvalues(middle);
        if (middle == 2 && choices_.merging != fft::Merging::never) {
            merge(back, back.steps.size() - 2, PassRole::back);
            merge(solve_.there, 0, PassRole::there);
        }
        for (fft::Schedule* schedule : {&solve_.there, &solve_.back}) {
            refine_single_passes(*schedule, lines_, blocks_, limits_);
            fft::bound_residents(*schedule, limits_, choices_);
        }
        return std::move(solve_);
    }

private:
    [[nodiscard]] std::vector<SolvedAxis> axes_of(const Problem& problem) const
    {
        std::vector<SolvedAxis> axes;
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_absent(problem, axis)) {
                validate_length(problem, axis);
                axes.push_back(solved_axis(problem, axis));
            }
        }
        if (axes.empty()) {
            throw std::invalid_argument{
                "a box of one cell has nothing to transform: give an axis more cells, or use the "
                "CPU"};
        }
        return axes;
    }

    [[nodiscard]] const std::vector<SolvedAxis>& axes() const { return lines_.axes(); }

    /// The stretched axis, else the last one.
    [[nodiscard]] std::size_t middle_axis() const
    {
        const auto stretched = std::ranges::find_if(axes(), &SolvedAxis::stretched);
        return stretched == axes().end() ? axes().size() - 1
                                         : static_cast<std::size_t>(stretched - axes().begin());
    }

    /// If the operator has three points along the last of several axes, and no shift is positive.
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
        if (last_axis_ != LastAxis::automatic) {
            return last_axis_ == LastAxis::transforms;
        }
        PassForm pass = lines_.pass_of(last, PassRole::there_and_back);
        return last == 1 && problem_.precision == Precision::fp64 &&
               pass.pairs.type_one != fft::TypeOne::dct &&
               fft::is_smooth(pass.transform_points()) &&
               lines_.pitch() * lines_.points_of(1) * bytes_per_value(Precision::fp64) <
                   smallest_recurrent &&
               blocks_.give(pass, fft::Order::strided, last);
    }

    void add(PassRole role, std::size_t axis, fft::Schedule& schedule)
    {
        PassForm form = lines_.pass_of(axis, role);
        const fft::Order order = axis == 0 ? fft::Order::contiguous : fft::Order::strided;
        if (!blocks_.give(form, order, schedule.steps.size())) {
            decline(axes()[axis].axis, form.transform_points());
        }
        if (axis > 0) {
            lines_.regroup(form);
        }
        form.pairs.wide_symbol = solve_.wide_symbol && role == PassRole::there_and_back;
        if (axes().size() == 1) {
            // Factors that are read are rounded once each, powers of one with every product; the
            // memory that they are read from waits for a line that is alone anyway.
            form.block.twiddle_recurrence = false;
        }
        if (form.blocks() > fft::most_blocks) {
            throw std::invalid_argument{
                "the problem has more lines than one launch on a GPU has blocks: use the CPU"};
        }
        const bool first = solve_.there.steps.empty() && !solve_.by_systems();
        const bool last = axis == 0 && role == PassRole::back;
        const fft::Array between = lines_.padded() ? fft::Array::work : fft::Array::output;
        schedule.steps.emplace_back(fft::PassStep{.form = form,
                                                  .from = first ? fft::Array::input : between,
                                                  .to = last ? fft::Array::output : between});
    }

    /// Before anything is made of a length: no block holds more points than it has bytes.
    void validate_length(const Problem& problem, int axis) const
    {
        const long long points = unknowns(problem, axis).count;
        if (stretched_axis(problem) != axis && points > limits_.shared_per_block) {
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

    void fill_eigenvalues(std::size_t middle)
    {
        for (std::size_t at = 0; at < axes().size(); ++at) {
            const SolvedAxis& axis = axes()[at];
            const bool is_transformed = at != middle || !solve_.by_systems();
            solve_.round_trip *=
                is_transformed ? axis.pairs.period(static_cast<int>(axis.points)) : 1;
        }
        const auto of_axis = [&](std::size_t axis) {
            return axis < axes().size() && axis != middle ? axes()[axis].eigenvalues
                                                          : std::vector<double>{0.0};
        };
        std::vector<double> inner = of_axis(middle == 0 && axes().size() > 1 ? 1 : 0);
        if (lines_.packed()) {
            const std::size_t half = inner.size() / 2;
            std::vector<double> packed{inner[0], inner[half]};
            for (std::size_t k = 1; k < half; ++k) {
                packed.insert(packed.end(), {inner[k], inner[k]});
            }
            inner = packed;
        }
        const auto lines = static_cast<std::size_t>(lines_.padded() ? lines_.pitch() : 0);
        // Lines that are not there. Those of the padding are zero; else the other line of the pair
        // is read in their place, and its solution must not be larger than that line's own, for
        // both share their rounding errors.
        const double absent = -2.0 * operator_norm(problem_);
        while (inner.size() < lines || inner.size() % 2 != 0) {
            inner.push_back(lines_.padded() ? inner.back() - 1.0 : absent);
        }
        std::vector<double> outer = of_axis(middle == 2 ? 1 : 2);
        for (double& eigenvalue : outer) {
            eigenvalue += problem_.lambda;
        }
        if (solve_.by_systems()) {
            if (solve_.recurrences) {
                solve_.recurrences->zero_mode = zero_mode(inner, outer);
            }
            solve_.inner = inner;
            solve_.outer = outer;
            return;
        }
        solve_.inner = scaled(inner);
        solve_.outer = scaled(outer);
        solve_.along = scaled(eigenvalues_along(axes().back()));
    }

    /// See tridiagonal::ToeplitzSystems.
    [[nodiscard]] long long zero_mode(const std::vector<double>& inner,
                                      const std::vector<double>& outer) const
    {
        const auto i = std::ranges::find(inner, 0.0);
        const auto j = std::ranges::find(outer, 0.0);
        return i == inner.end() || j == outer.end()
                   ? -1
                   : (j - outer.begin()) * lines_.pitch() + (i - inner.begin());
    }

    [[nodiscard]] std::vector<double> scaled(std::vector<double> values) const
    {
        for (double& value : values) {
            value *= solve_.round_trip;
        }
        return values;
    }

    /// Joins the passes at `at` and behind it, plane by plane, if planes are small enough.
    void merge(fft::Schedule& schedule, std::size_t at, PassRole role)
    {
        const bool there = role == PassRole::there;
        const double pipeline_distance = there ? fft::forward_distance : fft::inverse_distance;
        const double largest_plane = there ? largest_plane_forward : largest_plane_inverse;
        auto& steps = schedule.steps;
        auto one = std::get<fft::PassStep>(steps[at]);
        auto two = std::get<fft::PassStep>(steps[at + 1]);
        const long long height = lines_.points_of(1);
        const long long planes = lines_.points_of(2);
        const long long bytes = lines_.pitch() * height * bytes_per_value(problem_.precision);
        const long long outside =
            lines_.points_of(0) * height * bytes_per_value(problem_.precision);
        const auto l2 = static_cast<double>(limits_.l2_bytes);
        const bool is_small = solve_.by_systems()
                                  ? lines_.pitch() * height * planes <= most_values_merged
                                  : planes * bytes <= most_bytes_merged;
        const bool stays_in_cache = (!is_small || has_even_ends(one, two)) &&
                                    static_cast<double>(planes * bytes) < fft::largest_cached * l2;
        if (choices_.merging == fft::Merging::automatic &&
            (planes < 4 || stays_in_cache || static_cast<double>(bytes) > largest_plane * l2 ||
             !fft::waits_for_memory(one.form, two.form))) {
            return;
        }
        PassForm& rows = there ? one.form : two.form;
        PassForm& columns = there ? two.form : one.form;
        if (problem_.precision == Precision::fp32) {  // the best of each are the best pair
            blocks_.pair_up(rows, at, columns, at + 1);
        } else if (!blocks_.match(rows, at, columns, at + 1, fft::Between::reals) &&
                   choices_.merging == fft::Merging::automatic) {
            return;
        }
        if (rows.pairs.task != TwoForOneTask::none) {
            rows.pairs.row_lines = height;
            rows.pairs.row_pairs = (height + 1) / 2;
        }
        rows.source.count = rows.pairs.task != TwoForOneTask::none ? rows.pairs.row_pairs : height;
        rows.sink.count = rows.source.count;
        columns.source.count = lines_.row_pairs();
        columns.sink.count = lines_.row_pairs();
        if (auto form = fft::merge_planes(
                one.form, two.form, planes,
                {.in = there ? outside : bytes, .middle = bytes, .out = there ? bytes : outside},
                pipeline_distance * l2)) {
            form->discard_bytes = there ? 0 : discard_bytes(bytes);
            steps[at] =
                fft::MergedStep{.form = *form, .from = one.from, .middle = one.to, .to = two.to};
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        }
    }

    /// DCT-I: planes of N + 1 lines leave blocks with few lines at their ends (64^3 on nodes
    /// between Neumann walls, double 0.0235 ms merged, 0.0202 apart, single 0.0201 and 0.0183).
    [[nodiscard]] static bool has_even_ends(const fft::PassStep& one, const fft::PassStep& two)
    {
        const auto is_even = [](const fft::PassStep& step) {
            return step.form.pairs.type_one == fft::TypeOne::dct;
        };
        return is_even(one) || is_even(two);
    }

    /// Of a pair of rows in the work array, which nobody reads when it is back: see
    /// fft::MergedForm. 0 where pairs or planes share a line of the caches.
    [[nodiscard]] long long discard_bytes(long long plane_bytes) const
    {
        constexpr int line = fft::MergedForm::cache_line_bytes;
        const long long bytes = 2 * lines_.pitch() * bytes_per_value(problem_.precision);
        return lines_.padded() && bytes % line == 0 && plane_bytes % line == 0 ? bytes : 0;
    }

    const Problem& problem_;
    const fft::DeviceLimits& limits_;
    const fft::Choices& choices_;
    LastAxis last_axis_;
    fft::PassBlocks blocks_;
    SolveLines lines_;
    SolveSchedule solve_;
};

}  // namespace

SolveSchedule make_solve_schedule(const Problem& problem, const fft::DeviceLimits& limits,
                                  const fft::Choices& choices, LastAxis last_axis)
{
    if (stretched_axis(problem) && problem.lambda > 0.0) {
        throw std::invalid_argument{
            "an axis is stretched and lambda is positive (the GPU eliminates without exchanging "
            "rows, which needs a lambda that is not): use the CPU, or equal cells"};
    }
    return Builder{problem, limits, choices, last_axis}.build();
}

int memory_passes(const SolveSchedule& solve, Precision precision)
{
    // Systems: there and back, and the pivots, doubles, written and read.
    const int of_systems = precision == Precision::fp32 ? 4 : 3;
    return fft::passes(solve.there) + fft::passes(solve.back) + (solve.systems ? of_systems : 0) +
           (solve.recurrences ? 1 : 0);
}

std::string describe(const SolveSchedule& solve)
{
    std::string text = fft::describe(solve.there);
    if (solve.systems) {
        text +=
            (text.empty() ? "" : "; ") + std::to_string(solve.systems->rows) + " rows tridiagonal";
    }
    if (solve.recurrences) {
        text += "; " + tridiagonal::short_name(solve.recurrences->form);
    }
    const std::string back = fft::describe(solve.back);
    return text + (back.empty() ? "" : "; " + back);
}

}  // namespace tobiuo::poisson
