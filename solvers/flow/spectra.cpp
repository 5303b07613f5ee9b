// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/spectra.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "runtime/ranks/messages.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::flow {
namespace {

/// Values that are transformed at a time; more room does not make it faster.
constexpr std::int64_t most_values = std::int64_t{1} << 22;
/// Sums that are made of each mode or shell side by side.
constexpr std::int64_t groups = 64;
constexpr std::int64_t shell_groups = 4096;
constexpr auto real_bytes = static_cast<std::int64_t>(sizeof(double));

const Axis& axis_at(const Problem& problem, int axis)
{
    return problem.grid.axes.at(static_cast<std::size_t>(axis));
}

double smallest_wave(const Problem& problem, int axis)
{
    const Axis& along = axis_at(problem, axis);
    return along.cells == 1 ? 0.0 : 2.0 * std::numbers::pi / (along.upper - along.lower);
}

double shell_width(const Problem& problem)
{
    double width = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double wave = smallest_wave(problem, axis);
        width = wave > 0.0 && (width == 0.0 || wave < width) ? wave : width;
    }
    return width;
}

std::int64_t lines_at_a_time(std::int64_t length, std::int64_t lines)
{
    return std::clamp<std::int64_t>(most_values / length, 1, std::max<std::int64_t>(lines, 1));
}

}  // namespace

std::optional<const char*> spectrum_objection(const Problem& problem, int axis)
{
    if (!is_periodic(problem, axis)) {
        return "is not periodic (what changes between its ends is no wave)";
    }
    return axis_at(problem, axis).cells == 1 ? std::optional{"has a single cell"} : std::nullopt;
}

std::optional<const char*> shells_objection(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (!is_periodic(problem, axis)) {
            return "a spectrum in shells needs a box that is periodic along all axes";
        }
    }
    int axes = 0;
    for (int axis = 0; axis < 3; ++axis) {
        axes += axis_at(problem, axis).cells > 1 ? 1 : 0;
    }
    return axes > 1 ? std::nullopt
                    : std::optional{"along one axis shells are the modes of that axis"};
}

std::vector<double> wave_numbers(const Problem& problem, int axis)
{
    std::vector<double> waves;
    for (std::int64_t mode = 0; mode <= axis_at(problem, axis).cells / 2; ++mode) {
        waves.push_back(static_cast<double>(mode) * smallest_wave(problem, axis));
    }
    return waves;
}

std::vector<double> shell_wave_numbers(const Problem& problem)
{
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double most =
            static_cast<double>(axis_at(problem, axis).cells / 2) * smallest_wave(problem, axis);
        square += most * most;
    }
    std::vector<double> waves;
    const double width = shell_width(problem);
    const auto shells = static_cast<std::int64_t>(std::sqrt(square) / width + 0.5) + 1;
    for (std::int64_t shell = 0; shell < shells; ++shell) {
        waves.push_back(static_cast<double>(shell) * width);
    }
    return waves;
}

template <typename T>
std::int64_t Spectra<T>::bytes(const Problem& problem, std::span<const int> axes, bool shells)
{
    std::int64_t most = 0;
    for (const int axis : axes) {
        const std::int64_t length = axis_at(problem, axis).cells;
        const std::int64_t some = lines_at_a_time(length, points(problem) / length);
        const std::int64_t copies = axis == 2 ? 3 : 1;  // of several ranks
        most = std::max(most, some * (copies * length + 2 * (length / 2 + 1)) +
                                  (length / 2 + 1) * (groups + 1));
    }
    if (shells) {
        const std::int64_t x = axis_at(problem, 0).cells;
        most = std::max(most, points(problem) / x * 2 * (x / 2 + 1) +
                                  std::ssize(shell_wave_numbers(problem)) * (shell_groups + 1));
    }
    return most * real_bytes;
}

template <typename T>
Spectra<T>::Spectra(const Problem& problem, const Placement& placement,
                    const runtime::Machine& machine)
    : machine_{machine},
      problem_{problem},
      placement_{placement},
      copy_{machine},
      unpack_{machine},
      squares_{machine},
      shells_{machine},
      row_sums_{machine}
{
}

template <typename T>
void Spectra<T>::provide(runtime::Array& room, std::int64_t doubles) const
{
    const auto bytes = static_cast<std::size_t>(doubles * real_bytes);
    if (room.bytes() < bytes) {
        room = machine_.zeros_and_wait(bytes);
    }
}

template <typename T>
const fft::Plan& Spectra<T>::plan_of(std::int64_t length, std::int64_t batch)
{
    const std::pair key{length, batch};
    const auto found = plans_.find(key);
    if (found != plans_.end()) {
        return found->second;
    }
    fft::Plan plan{{.extents = {.x = length},
                    .kind = fft::Kind::r2c,
                    .placement = fft::Placement::out_of_place,
                    .batch = batch},
                   {.backend = machine_.backend()}};
    return plans_.emplace(key, std::move(plan)).first->second;
}

template <typename T>
typename Spectra<T>::Lines Spectra<T>::lines_along(int axis,
                                                   std::optional<LayerOfCells> layer) const
{
    Lines lines{.axis = axis, .others = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}};
    const Slab& slab = placement_.slab;
    lines.length = axis_at(problem_, axis).cells;
    lines.own_length = axis == 2 ? slab.count : lines.length;
    for (std::size_t n = 0; n < 2; ++n) {
        const int other = lines.others.at(n);
        const std::int64_t before = other == 2 ? slab.first : 0;
        const std::int64_t own = other == 2 ? slab.count : axis_at(problem_, other).cells;
        lines.counts.at(n) = own;
        if (layer && layer->across == other) {
            const bool is_here = layer->index >= before && layer->index < before + own;
            lines.first.at(n) = is_here ? layer->index - before : 0;
            lines.counts.at(n) = is_here ? 1 : 0;
        }
    }
    return lines;
}

template <typename T>
std::span<const T> Spectra<T>::quantity_of(std::span<const T> state, std::size_t quantity) const
{
    const auto cells = static_cast<std::size_t>(points(problem_, placement_.slab));
    return quantity < 3 ? state.subspan(quantity * cells, cells)
                        : scalar_of_state(problem_, state, placement_.slab.count);
}

/// The parts of the lines in a mean along one of the axes across which they lie side by side.
template <typename T>
std::vector<double> Spectra<T>::weights_of(const Lines& lines, std::size_t which,
                                           std::size_t quantity, bool is_layer) const
{
    const int other = lines.others.at(which);
    const Axis& along = axis_at(problem_, other);
    const std::int64_t before = (other == 2 ? placement_.slab.first : 0) + lines.first.at(which);
    std::vector<double> weights;
    for (std::int64_t n = 0; n < lines.counts.at(which); ++n) {
        const std::int64_t cell = before + n;
        double width = width_of(along, cell);
        if (static_cast<std::size_t>(other) == quantity) {  // on faces, at the ends half as much
            const bool is_last = cell + 1 == along.cells;
            const double next = !is_last                       ? width_of(along, cell + 1)
                                : is_periodic(problem_, other) ? width_of(along, 0)
                                                               : 0.0;
            width = 0.5 * (width + next);
        }
        weights.push_back(is_layer ? 1.0 : width / (along.upper - along.lower));
    }
    return weights;
}

template <typename T>
std::pair<std::int64_t, std::int64_t> Spectra<T>::take_lines(const CopyOfLines<T>& copy,
                                                             const Lines& lines, Stream stream)
{
    const Communicator& ranks = *placement_.ranks;
    const int size = ranks.size();
    if (exchange_ == nullptr) {
        exchange_ = ranks::make_exchange(machine_.backend(), ranks);
    }
    const auto first_of = [&](int rank) { return copy.lines * rank / size; };
    const std::int64_t mine = first_of(ranks.rank());
    const std::int64_t count = first_of(ranks.rank() + 1) - mine;
    // Behind what is sent is room for what comes.
    CopyOfLines<T> pack = copy;
    pack.to = packed_.as<double>();
    pack.row = lines.own_length;
    copy_(pack, pack.count(), stream);
    double* const arriving = pack.to + copy.lines * lines.own_length;
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    std::int64_t before = 0;  // planes of ranks before
    const std::vector<std::int64_t> planes = ranks::gathered(ranks, lines.own_length);
    for (int rank = 0; rank < size; ++rank) {
        const std::int64_t its_planes = planes.at(static_cast<std::size_t>(rank));
        const std::int64_t its_lines = first_of(rank + 1) - first_of(rank);
        if (its_lines > 0) {
            sends.push_back(
                {.to = rank,
                 .data = pack.to + first_of(rank) * lines.own_length,
                 .bytes = static_cast<std::size_t>(its_lines * lines.own_length * real_bytes)});
        }
        if (count > 0) {
            receives.push_back(
                {.from = rank,
                 .data = arriving + before * count,
                 .bytes = static_cast<std::size_t>(count * its_planes * real_bytes)});
        }
        before += its_planes;
    }
    exchange_->exchange(sends, receives, stream);
    before = 0;
    for (const std::int64_t its_planes : planes) {
        const CopyOfLines<double> unpack{.from = arriving + before * count,
                                         .stride = 1,
                                         .strides = {its_planes, 0},
                                         .faster = std::max<std::int64_t>(count, 1),
                                         .first = 0,
                                         .lines = count,
                                         .length = its_planes,
                                         .to = lines_.as<double>() + before,
                                         .row = lines.length};
        unpack_(unpack, unpack.count(), stream);
        before += its_planes;
    }
    return {copy.first + mine, count};
}

template <typename T>
void Spectra<T>::transform_lines(const Lines& lines, std::span<const T> values,
                                 const std::array<const double*, 2>& weights, Stream stream)
{
    const std::array<std::int64_t, 3> strides{
        1, axis_at(problem_, 0).cells, axis_at(problem_, 0).cells * axis_at(problem_, 1).cells};
    const auto stride = [&](int axis) { return strides.at(static_cast<std::size_t>(axis)); };
    const bool is_divided = placement_.ranks != nullptr && lines.axis == 2;
    const std::int64_t some = lines_at_a_time(lines.length, lines.count());
    const std::int64_t modes = lines.length / 2 + 1;
    // Each of several ranks has equal parts of lines along z.
    const std::int64_t sharing = is_divided ? placement_.ranks->size() : 1;
    const std::int64_t batch = (some + sharing - 1) / sharing;
    provide(lines_, batch * lines.length);
    provide(spectra_, 2 * batch * modes);
    if (is_divided) {  // as much as ever, for an exchange may know what comes by its address
        const std::int64_t most = lines_at_a_time(lines.length, points(problem_) / lines.length);
        provide(packed_, most * lines.own_length + (most / sharing + 1) * lines.length);
    }
    CopyOfLines<T> copy{.from = values.data() + lines.first[0] * stride(lines.others[0]) +
                                lines.first[1] * stride(lines.others[1]),
                        .stride = stride(lines.axis),
                        .strides = {stride(lines.others[0]), stride(lines.others[1])},
                        .faster = lines.counts[0],
                        .length = lines.own_length,
                        .to = lines_.as<double>(),
                        .row = lines.length};
    for (std::int64_t first = 0; first < lines.count(); first += some) {
        copy.first = first;
        copy.lines = std::min(some, lines.count() - first);
        std::pair<std::int64_t, std::int64_t> own{copy.first, copy.lines};
        if (is_divided) {
            own = take_lines(copy, lines, stream);
        } else {
            copy_(copy, copy.count(), stream);
        }
        plan_of(lines.length, batch).execute_untyped(lines_.data(), spectra_.data(), stream);
        const SquaresOfModes<double> squares{.spectra = spectra_.as<double>(),
                                             .weights = {weights[0], weights[1]},
                                             .faster = lines.counts[0],
                                             .first = own.first,
                                             .lines = own.second,
                                             .length = lines.length,
                                             .groups = groups,
                                             .sums = sums_.as<double>()};
        squares_(squares, squares.count(), stream);
    }
}

template <typename T>
void Spectra<T>::clear_sums(std::int64_t rows, std::int64_t columns, Stream stream)
{
    provide(sums_, rows * (columns + 1));  // the sums of the rows are behind them
    machine_.clear(sums_.data(), static_cast<std::size_t>(rows * columns * real_bytes), stream);
}

/// The sums of the rows of [row][column] in `sums_` of all ranks.
template <typename T>
std::vector<double> Spectra<T>::row_sums_and_wait(std::int64_t rows, std::int64_t columns,
                                                  Stream stream)
{
    const auto* const table = sums_.as<double>();
    double* const to = sums_.as<double>() + rows * columns;
    row_sums_(SumOfRow<T>{.from = table, .to = to, .columns = columns}, rows, stream);
    std::vector<double> sums(static_cast<std::size_t>(rows));
    machine_.read_and_wait(std::as_writable_bytes(std::span{sums}), to, stream);
    if (exchange_ != nullptr) {
        exchange_->check_arrival();
    }
    if (placement_.ranks != nullptr) {
        ranks::sum_over_ranks(*placement_.ranks, sums);
    }
    return sums;
}

template <typename T>
std::vector<std::vector<double>> Spectra<T>::along_and_wait(int axis,
                                                            std::optional<LayerOfCells> layer,
                                                            std::span<const T> state, Stream stream)
{
    const Lines lines = lines_along(axis, layer);
    const std::int64_t modes = lines.length / 2 + 1;
    std::vector<std::vector<double>> all;
    for (std::size_t quantity = 0; quantity < spectrum_quantities(problem_); ++quantity) {
        std::array<runtime::Array, 2> weights;
        for (std::size_t which = 0; which < 2; ++which) {
            const bool is_layer = layer && layer->across == lines.others.at(which);
            const std::vector<double> own = weights_of(lines, which, quantity, is_layer);
            weights.at(which) = machine_.copied_and_wait(std::as_bytes(std::span{own}), stream);
        }
        clear_sums(modes, groups, stream);
        transform_lines(lines, quantity_of(state, quantity),
                        {weights[0].template as<double>(), weights[1].template as<double>()},
                        stream);
        all.push_back(row_sums_and_wait(modes, groups, stream));
    }
    return all;
}

template <typename T>
std::vector<std::vector<double>> Spectra<T>::in_shells_and_wait(std::span<const T> state,
                                                                Stream stream)
{
    const std::array<std::int64_t, 3> cells{axis_at(problem_, 0).cells, axis_at(problem_, 1).cells,
                                            axis_at(problem_, 2).cells};
    const fft::Transform transform{.extents = {.x = cells[0], .y = cells[1], .z = cells[2]},
                                   .kind = fft::Kind::r2c};
    const std::int64_t row = 2 * (cells[0] / 2 + 1);
    SquaresInShells<double> squares{.counts = {row / 2, cells[1], placement_.slab.count},
                                    .all = {cells[0], cells[1], cells[2]},
                                    .width = shell_width(problem_),
                                    .groups = shell_groups};
    if (placement_.ranks == nullptr && !plans_.contains({0, 0})) {
        plans_.emplace(std::pair{0, 0}, fft::Plan{transform, {.backend = machine_.backend()}});
    } else if (placement_.ranks != nullptr && shells_plan_ == nullptr) {
        shells_plan_ = std::make_unique<const fft::DistributedPlan>(
            transform, *placement_.ranks,
            fft::DistributedPlanOptions{.backend = machine_.backend(),
                                        .division = fft::RankDivision::slabs});
    }
    std::int64_t values = row * cells[1] * placement_.slab.count;
    if (shells_plan_ != nullptr) {
        const fft::RankPart part = shells_plan_->output_part();
        squares.first[1] = part.y.first;
        squares.first[2] = part.z.first;
        squares.counts[1] = part.y.count;
        squares.counts[2] = part.z.count;
        values = std::max(values, shells_plan_->input_bytes() / real_bytes);
    }
    provide(spectra_, values);
    for (int axis = 0; axis < 3; ++axis) {
        squares.waves[axis] = smallest_wave(problem_, axis);
    }
    const std::int64_t shells = std::ssize(shell_wave_numbers(problem_));
    std::vector<std::vector<double>> all;
    for (std::size_t quantity = 0; quantity < spectrum_quantities(problem_); ++quantity) {
        const CopyOfLines<T> copy{.from = quantity_of(state, quantity).data(),
                                  .stride = 1,
                                  .strides = {cells[0], cells[0] * cells[1]},
                                  .faster = cells[1],
                                  .lines = cells[1] * placement_.slab.count,
                                  .length = cells[0],
                                  .to = spectra_.as<double>(),
                                  .row = row};
        copy_(copy, copy.count(), stream);
        if (shells_plan_ != nullptr) {
            shells_plan_->execute_untyped(spectra_.data(), spectra_.data(), stream);
        } else {
            plans_.at({0, 0}).execute_untyped(spectra_.data(), spectra_.data(), stream);
        }
        clear_sums(shells, shell_groups, stream);
        squares.spectrum = spectra_.as<double>();
        squares.sums = sums_.as<double>();
        shells_(squares, shell_groups, stream);
        all.push_back(row_sums_and_wait(shells, shell_groups, stream));
    }
    return all;
}

template class Spectra<float>;
template class Spectra<double>;

}  // namespace tobiuo::flow
