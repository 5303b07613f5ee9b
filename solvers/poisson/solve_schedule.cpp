#include "solvers/poisson/solve_schedule.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fft/merge.hpp"
#include "kernels/fft/pass_blocks.hpp"
#include "solvers/poisson/solved_axis.hpp"

namespace tobiuo::poisson {
namespace {

using fft::Lines;
using fft::PassForm;
using fft::Separation;
using fft::Side;
using fft::Way;

/// Arrays between these sizes, bytes and a part of the L2 cache, stay there anyway and are not
/// merged: 128^3 single 0.0301 ms, merged 0.0329; 64^3 double 0.0175 and 0.0239. Of smaller ones
/// launches take most of the time: 64^3 single 0.0162 ms, merged 0.0152.
constexpr std::int64_t smallest_cached = 1536 << 10;
constexpr double largest_cached = 0.4;
/// Bytes of planes between the two passes of a merged step, as parts of the L2 cache: 512^3 periodic
/// single 1.167 ms, with 0.22 and 0.37 1.178 ms.
constexpr double forward_lag = 0.14;
constexpr double inverse_lag = 0.21;
/// Planes larger than these parts of the L2 cache are not merged.
constexpr double largest_plane_forward = 0.17;
constexpr double largest_plane_inverse = 0.1;
/// Rows of an odd length are padded in between, to what memory is read by, or to lines of the caches
/// if that adds at most a sixteenth: 513^3 single, nodes, 1.87 ms instead of 1.93.
constexpr long long sector_bytes = 32;
constexpr long long line_bytes = 128;
constexpr double most_padding = 1.0 / 16.0;

class Builder {
public:
    Builder(const Problem& problem, const fft::DeviceLimits& limits, const fft::Choices& choices)
        : problem_{problem},
          limits_{limits},
          choices_{choices},
          blocks_{problem.precision, limits, choices_}
    {
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_absent(problem, axis)) {
                validate_length(problem, axis);
                axes_.push_back(solved_axis(problem, axis));
            }
        }
        if (axes_.empty()) {
            throw std::invalid_argument{
                "a box of one cell has nothing to transform: give an axis more cells, or use the "
                "CPU"};
        }
        const SolvedAxis& x = axes_.front();
        packed_ = axes_.size() > 1 && x.periodic() && x.points % 2 == 0 && x.points > 2 &&
                  fft::is_smooth(x.points);
        const bool odd = x.points % 2 != 0;
        padded_ = axes_.size() > 1 && odd && !x.stretched;
        apart_ = axes_.size() == 1 || (odd && x.stretched);
        pitch_ = padded_ ? padded(x.points) : x.points;
        row_pairs_ = axes_.size() > 1 ? (pitch_ + 1) / 2 : 1;
        if (padded_) {
            solve_.there.work_values = pitch_ / 2 * points_of(1) * points_of(2);
        }
    }

    SolveSchedule build()
    {
        const std::size_t middle = middle_axis();
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            if (axis != middle) {
                add(Trip::there, axis, solve_.there);
            }
        }
        const bool by_systems = axes_[middle].stretched;
        fft::Schedule& back = by_systems ? solve_.back : solve_.there;
        if (by_systems) {
            solve_.systems = systems_along(middle);
        } else {
            add(Trip::there_and_back, middle, solve_.there);
        }
        for (std::size_t axis = axes_.size(); axis-- > 0;) {
            if (axis != middle) {
                add(Trip::back, axis, back);
            }
        }
        fill_eigenvalues(middle);
        if (middle == 2 && choices_.merging != fft::Merging::never) {
            merge(back, back.steps.size() - 2, Trip::back);
            merge(solve_.there, 0, Trip::there);
        }
        return std::move(solve_);
    }

private:
    enum class Trip { there, there_and_back, back };

    /// Reals of a padded row.
    [[nodiscard]] long long padded(long long row) const
    {
        const auto up_to = [&](long long bytes) {
            const long long unit = bytes / bytes_per_value(problem_.precision);
            return (row + unit - 1) / unit * unit;
        };
        const long long lines = up_to(line_bytes);
        return static_cast<double>(lines - row) <= most_padding * static_cast<double>(row)
                   ? lines
                   : up_to(sector_bytes);
    }

    /// The stretched axis, else the last one.
    [[nodiscard]] std::size_t middle_axis() const
    {
        const auto stretched = std::ranges::find_if(axes_, &SolvedAxis::stretched);
        return stretched == axes_.end() ? axes_.size() - 1
                                        : static_cast<std::size_t>(stretched - axes_.begin());
    }

    [[nodiscard]] SystemLines systems_along(std::size_t middle) const
    {
        const std::array<long long, 3> steps{1, pitch_, pitch_ * points_of(1)};
        const std::size_t beside = middle == 0 ? 1 : 0;
        const std::size_t beyond = middle == 2 ? 1 : 2;
        return {.axis = axes_[middle].axis,
                .rows = points_of(middle),
                .step = steps.at(middle),
                .beside_count = points_of(beside),
                .beside_step = steps.at(beside),
                .beyond_count = points_of(beyond),
                .beyond_step = steps.at(beyond)};
    }

    [[nodiscard]] long long points_of(std::size_t axis) const
    {
        return axis < axes_.size() ? axes_[axis].points : 1;
    }

    [[nodiscard]] PassForm pass_of(std::size_t axis, Trip trip) const
    {
        if (axis > 0) {
            return columns(axis, trip);
        }
        return packed_ ? packed_rows(trip) : axes_.size() == 1 ? only_row() : row_pairs(trip);
    }

    [[nodiscard]] static Way way_of(const SolvedAxis& axis, Trip trip)
    {
        if (trip == Trip::there_and_back) {
            return axis.transposed ? Way::solve_back : Way::solve;
        }
        return (trip == Trip::there) != axis.transposed ? Way::analyse : Way::synthesise;
    }

    [[nodiscard]] PassForm packed_rows(Trip trip) const
    {
        const bool back = trip == Trip::back;
        PassForm form;
        form.points = static_cast<int>(points_of(0));
        form.inverse = back;
        form.source_side = back ? Side::packed : Side::pairs;
        form.sink_side = back ? Side::pairs : Side::packed;
        const Lines reals = fft::row_lines(points_of(1) * points_of(2), points_of(0));
        const Lines packed = fft::row_lines(points_of(1) * points_of(2), points_of(0) / 2);
        form.source = back ? packed : reals;
        form.sink = back ? reals : packed;
        return form;
    }

    [[nodiscard]] PassForm row_pairs(Trip trip) const
    {
        const long long rows = points_of(1) * points_of(2);
        PassForm form = lines_of(0, trip, fft::row_lines((rows + 1) / 2, points_of(0)));
        (trip == Trip::back ? form.source : form.sink).outer_step = pitch_;
        form.pairs.apart = true;
        form.pairs.row_lines = rows;
        form.pairs.row_pairs = (rows + 1) / 2;
        return form;
    }

    /// Of a problem in one dimension: a pair without its second line.
    [[nodiscard]] PassForm only_row() const
    {
        PassForm form = lines_of(0, Trip::there_and_back, fft::row_lines(1, points_of(0)));
        form.pairs.apart = true;
        form.pairs.row_lines = 1;
        return form;
    }

    [[nodiscard]] PassForm columns(std::size_t axis, Trip trip) const
    {
        const bool is_second = axis == 1;
        const long long unit = apart_ ? 1 : 2;  // reals
        const long long row = pitch_ / unit;
        Lines lines{.count = row_pairs_ * (is_second ? points_of(2) : points_of(1)),
                    .step = is_second ? row : row * points_of(1),
                    .inner = row_pairs_,
                    .inner_step = 1,
                    .outer_step = is_second ? row * points_of(1) : row};
        if (!is_second && !apart_) {  // neighbours all
            lines.inner = lines.count;
        }
        PassForm form = lines_of(axis, trip, lines);
        form.pairs.row_pairs = row_pairs_;
        form.pairs.apart = apart_;
        form.pairs.row_lines = points_of(0);
        if (packed_ && axes_[axis].periodic()) {
            form.pairs.separation = Separation::first;
        }
        return form;
    }

    [[nodiscard]] PassForm lines_of(std::size_t axis, Trip trip, const Lines& lines) const
    {
        PassForm form;
        form.points = static_cast<int>(points_of(axis));
        form.source = lines;
        form.sink = lines;
        form.pairs = axes_[axis].pairs;
        form.pairs.way = way_of(axes_[axis], trip);
        return form;
    }

    void add(Trip trip, std::size_t axis, fft::Schedule& schedule)
    {
        PassForm form = pass_of(axis, trip);
        const fft::Order order = axis == 0 ? fft::Order::rows : fft::Order::columns;
        if (!blocks_.has_room(form.transform_points()) ||
            !blocks_.give(form, order, schedule.steps.size())) {
            decline(axes_[axis].axis, form.transform_points());
        }
        if (axis > 0) {
            regroup(form);
        }
        if (form.blocks() > fft::most_blocks) {
            throw std::invalid_argument{
                "the problem has more lines than one launch on a GPU has blocks: use the CPU"};
        }
        const bool first = solve_.there.steps.empty() && !solve_.systems;
        const bool last = axis == 0 && trip == Trip::back;
        const fft::Array between = padded_ ? fft::Array::work : fft::Array::output;
        schedule.steps.emplace_back(fft::PassStep{.form = form,
                                                  .from = first ? fft::Array::input : between,
                                                  .to = last ? fft::Array::output : between});
    }

    /// Pairs of columns that are apart by as many as a block has, so that its threads read and write
    /// neighbours: unless too many pairs at the ends of rows would then lack their second column.
    void regroup(PassForm& form) const
    {
        if (!apart_) {
            return;
        }
        const long long width = points_of(0);
        const long long rows = form.source.count / form.pairs.row_pairs;
        const auto pairs_by = [&](long long group) {
            return width / (2 * group) * group + std::min(width % (2 * group), group);
        };
        int group = form.block.lines;
        while (group > 1 && 16 * pairs_by(group) > 17 * pairs_by(1)) {
            group /= 2;
        }
        form.pairs.group = group;
        form.pairs.row_pairs = pairs_by(group);
        form.source.inner = form.pairs.row_pairs;
        form.source.count = rows * form.pairs.row_pairs;
        form.sink = form.source;
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
            std::to_string(points) + " points (" +
            (fft::is_smooth(points) ? "a block of GPU threads holds no line of so many"
                                    : "on the GPU their prime factors must not exceed 13") +
            "): choose another number of cells, or use the CPU"};
    }

    void fill_eigenvalues(std::size_t middle)
    {
        for (const SolvedAxis& axis : axes_) {
            const int period = axis.pairs.period(static_cast<int>(axis.points));
            solve_.round_trip *= axis.stretched ? 1 : period;
        }
        const auto of_axis = [&](std::size_t axis) {
            return axis < axes_.size() && axis != middle ? axes_[axis].eigenvalues
                                                         : std::vector<double>{0.0};
        };
        std::vector<double> beside = of_axis(middle == 0 && axes_.size() > 1 ? 1 : 0);
        if (packed_) {
            const std::size_t half = beside.size() / 2;
            std::vector<double> packed{beside[0], beside[half]};
            for (std::size_t k = 1; k < half; ++k) {
                packed.insert(packed.end(), {beside[k], beside[k]});
            }
            beside = packed;
        }
        const auto lines = static_cast<std::size_t>(padded_ ? pitch_ : 0);
        while (beside.size() < lines || beside.size() % 2 != 0) {
            beside.push_back(beside.back() - 1.0);  // a line that is not there: never singular
        }
        std::vector<double> beyond = of_axis(middle == 2 ? 1 : 2);
        for (double& eigenvalue : beyond) {
            eigenvalue += problem_.lambda;
        }
        if (solve_.systems) {
            solve_.beside = beside;
            solve_.beyond = beyond;
            return;
        }
        solve_.beside = scaled(beside);
        solve_.beyond = scaled(beyond);
        solve_.along = scaled(eigenvalues_along(axes_.back()));
    }

    [[nodiscard]] std::vector<double> scaled(std::vector<double> values) const
    {
        for (double& value : values) {
            value *= solve_.round_trip;
        }
        return values;
    }

    /// Joins the passes at `at` and behind it, plane by plane, if planes are small enough.
    void merge(fft::Schedule& schedule, std::size_t at, Trip trip)
    {
        const bool there = trip == Trip::there;
        const double lag = there ? forward_lag : inverse_lag;
        const double largest_plane = there ? largest_plane_forward : largest_plane_inverse;
        auto& steps = schedule.steps;
        auto one = std::get<fft::PassStep>(steps[at]);
        auto two = std::get<fft::PassStep>(steps[at + 1]);
        const long long height = points_of(1);
        const long long planes = points_of(2);
        const long long bytes = pitch_ * height * bytes_per_value(problem_.precision);
        const long long outside = points_of(0) * height * bytes_per_value(problem_.precision);
        const auto l2 = static_cast<double>(limits_.l2_bytes);
        // Rows of kinds 1 in double precision want more blocks on a multiprocessor than columns leave
        // them: 511^3 back 1.50 ms merged, 1.32 ms apart.
        const bool crowded = !there && one.form.pairs.continued() && two.form.pairs.continued() &&
                             problem_.precision == Precision::fp64;
        const bool stays_in_cache = planes * bytes > smallest_cached &&
                                    static_cast<double>(planes * bytes) < largest_cached * l2;
        if (choices_.merging == fft::Merging::automatic &&
            (planes < 4 || crowded || stays_in_cache ||
             static_cast<double>(bytes) > largest_plane * l2)) {
            return;
        }
        PassForm& rows = there ? one.form : two.form;
        PassForm& columns = there ? two.form : one.form;
        blocks_.pair_up(rows, at, columns, at + 1);
        if (rows.pairs.way != Way::none) {
            rows.pairs.row_lines = height;
            rows.pairs.row_pairs = (height + 1) / 2;
        }
        rows.source.count = rows.pairs.way != Way::none ? rows.pairs.row_pairs : height;
        rows.sink.count = rows.source.count;
        columns.source.count = row_pairs_;
        columns.sink.count = row_pairs_;
        if (const auto form = fft::merge_planes(
                one.form, two.form, planes,
                {.in = there ? outside : bytes, .middle = bytes, .out = there ? bytes : outside},
                lag * l2)) {
            steps[at] =
                fft::MergedStep{.form = *form, .from = one.from, .middle = one.to, .to = two.to};
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at) + 1);
        }
    }

    const Problem& problem_;
    const fft::DeviceLimits& limits_;
    const fft::Choices& choices_;
    fft::PassBlocks blocks_;
    std::vector<SolvedAxis> axes_;  ///< the fastest first
    bool packed_ = false;           ///< x is half a spectrum: both lines of a pair have one mode
    /// Rows have an odd length and lie in the work array between the passes of x.
    bool padded_ = false;
    bool apart_ = false;       ///< pairs of columns are not the parts of aligned complex values
    long long pitch_ = 1;      ///< reals from row to row there
    long long row_pairs_ = 1;  ///< pairs of columns in a row
    SolveSchedule solve_;
};

}  // namespace

SolveSchedule make_solve_schedule(const Problem& problem, const fft::DeviceLimits& limits,
                                  const fft::Choices& choices)
{
    if (stretched_axis(problem) && problem.lambda > 0.0) {
        throw std::invalid_argument{
            "an axis is stretched and lambda is positive (the GPU eliminates without exchanging "
            "rows, which needs a lambda that is not): use the CPU, or equal cells"};
    }
    return Builder{problem, limits, choices}.build();
}

int trips(const SolveSchedule& solve, Precision precision)
{
    // Systems: there and back, and the pivots, doubles, written and read.
    const int of_systems = precision == Precision::fp32 ? 4 : 3;
    return fft::passes(solve.there) + fft::passes(solve.back) + (solve.systems ? of_systems : 0);
}

std::string describe(const SolveSchedule& solve)
{
    std::string text = fft::describe(solve.there);
    if (solve.systems) {
        text +=
            (text.empty() ? "" : "; ") + std::to_string(solve.systems->rows) + " rows tridiagonal";
    }
    const std::string back = fft::describe(solve.back);
    return text + (back.empty() ? "" : "; " + back);
}

}  // namespace tobiuo::poisson
