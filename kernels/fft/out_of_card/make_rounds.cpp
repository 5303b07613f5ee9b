// SPDX-License-Identifier: BSD-3-Clause
// Which rounds a transform takes, and which chunks they have.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "kernels/fft/choose/columns_choice.hpp"
#include "kernels/fft/out_of_card/rounds.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo::fft {
namespace {

/// Makes the rounds of a problem; it knows which array holds the data after each of them.
class RoundMaker {
public:
    RoundMaker(const Problem& problem, std::int64_t most_bytes, const TunedTable* table)
        : problem_{problem},
          most_bytes_{most_bytes},
          value_bytes_{complex_bytes(problem.precision)},
          table_{table}
    {
        if (problem.kind == Kind::c2c) {  // real rows of one point have padding
            std::erase(problem_.lengths, 1);
        }
        if (problem_.lengths.empty()) {
            problem_.lengths = {1};
        }
    }

    Rounds planned()
    {
        const int axes = static_cast<int>(problem_.lengths.size());
        const int together = axes_of_a_chunk();
        if (together == 0) {
            add_factored();
        } else if (problem_.kind == Kind::c2r) {
            now_ = HostArray::input;
            for (int axis = axes - 1; axis >= together; --axis) {
                add_columns(axis, HostArray::input);
            }
            add_whole(together);
        } else {
            add_whole(together);
            for (int axis = together; axis < axes; ++axis) {
                add_columns(axis, HostArray::output);
            }
        }
        for (const Round& round : rounds_.rounds) {
            for (const Chunk& chunk : round.chunks) {
                rounds_.chunk_bytes = std::max(rounds_.chunk_bytes, chunk.bytes());
            }
            const std::int64_t wanted_slots = std::ssize(round.chunks) * round.slots_of_a_chunk();
            rounds_.slots = std::max(rounds_.slots, static_cast<int>(std::min<std::int64_t>(
                                                        wanted_slots, memory::slots_in_flight)));
        }
        return std::move(rounds_);
    }

private:
    /// The bytes of chunks of whole rows.
    [[nodiscard]] std::int64_t wanted() const
    {
        return std::min(memory::filling_copy_bytes, most_bytes_);
    }

    /// The points of an axis of the complex side, counted from the fastest axis.
    [[nodiscard]] std::int64_t length(int axis) const
    {
        return axis == 0 ? spectrum_row(problem_) : *(problem_.lengths.rbegin() + axis);
    }

    /// The values of the complex side over the axes from `begin` to `end`, and all batches if `end`
    /// lies beyond the last axis.
    [[nodiscard]] std::int64_t values(int begin, int end) const
    {
        std::int64_t product = 1;
        for (int axis = begin; axis < end; ++axis) {
            product *= length(axis);
        }
        return product;
    }

    /// How often the axes below `axis` are repeated.
    [[nodiscard]] std::int64_t repeated(int axis) const
    {
        return values(axis, static_cast<int>(problem_.lengths.size())) * problem_.batch;
    }

    /// Bytes over the fastest `axes` axes, in an array that holds the real side or the complex one.
    [[nodiscard]] std::int64_t side_bytes(int axes, bool is_real) const
    {
        const bool padded = problem_.placement == Placement::in_place;
        const std::int64_t row = is_real && !padded ? problem_.lengths.back() * value_bytes_ / 2
                                                    : length(0) * value_bytes_;
        return row * values(1, axes);
    }
    [[nodiscard]] std::int64_t loaded_bytes(int axes) const
    {
        return side_bytes(axes, problem_.kind == Kind::r2c);
    }
    [[nodiscard]] std::int64_t stored_bytes(int axes) const
    {
        return side_bytes(axes, problem_.kind == Kind::c2r);
    }

    /// How many of the fastest axes fit into one chunk.
    [[nodiscard]] int axes_of_a_chunk() const
    {
        const int axes = static_cast<int>(problem_.lengths.size());
        for (int together = axes; together > 0; --together) {
            if (values(0, together) * value_bytes_ <= most_bytes_) {
                return together;
            }
        }
        return 0;
    }

    Round begun(HostArray to)
    {
        Round round{.from = now_, .to = to, .tasks = {}, .chunks = {}};
        now_ = to;
        return round;
    }

    /// Adds the fastest `axes` axes, in chunks of contiguous memory.
    void add_whole(int axes)
    {
        Round round = begun(HostArray::output);
        const std::int64_t all = repeated(axes);
        const std::int64_t in = loaded_bytes(axes);
        const std::int64_t out = stored_bytes(axes);
        const std::int64_t most = std::clamp<std::int64_t>(wanted() / std::max(in, out), 1, all);
        for (std::int64_t first = 0; first < all; first += most) {
            const std::int64_t count = std::min(most, all - first);
            Problem problem = problem_;
            problem.lengths.assign(problem_.lengths.end() - axes, problem_.lengths.end());
            problem.batch = count;
            if (problem.kind == Kind::c2c) {
                problem.placement = Placement::in_place;
            }
            add_chunk(round, {.task = Task::all_axes, .problem = problem},
                      {contiguous(first * in, count * in)}, {contiguous(first * out, count * out)},
                      first);
        }
        rounds_.rounds.push_back(std::move(round));
    }

    /// Adds one axis of the complex side.
    void add_columns(int axis, HostArray to)
    {
        const std::int64_t points = length(axis);
        const std::int64_t inner = values(0, axis);
        if (points == 1) {
            return;
        }
        if (points * value_bytes_ > most_bytes_) {
            refuse("a line of " + std::to_string(points) + " points is longer");
        }
        const ColumnView view{.outer = repeated(axis + 1), .points = points, .inner = inner};
        const std::vector<Columns> chunks = chunks_of(view);
        Round round = begun(to);
        for (std::int64_t outer = 0; outer < view.outer; ++outer) {
            for (const Columns& columns : chunks) {
                HostRows rows = rows_of(view, columns, value_bytes_);
                rows.offset += outer * points * inner * value_bytes_;
                add_chunk(round, {Task::slowest_axis, column_problem({points, columns.count})},
                          {rows}, {rows}, columns.first);
            }
        }
        rounds_.rounds.push_back(std::move(round));
    }

    [[nodiscard]] std::vector<Columns> chunks_of(const ColumnView& view)
    {
        const ColumnsRequest request{
            .view = view, .value_bytes = value_bytes_, .most_bytes = most_bytes_};
        if (std::ranges::find(rounds_.columns, request) == rounds_.columns.end()) {
            rounds_.columns.push_back(request);
        }
        return column_chunks(request, table_);
    }

    struct Factors {
        std::int64_t first;
        std::int64_t second;
    };

    /// Adds the rounds of a single axis, of which no line fits into a chunk.
    void add_factored()
    {
        if (problem_.lengths.size() > 1) {
            refuse("a row of " + std::to_string(problem_.lengths.back()) + " points is longer");
        }
        const bool is_real = problem_.kind != Kind::c2c;
        const std::int64_t points = problem_.lengths.back();
        if (is_real && points % 2 != 0) {
            refuse("a row of " + std::to_string(points) +
                   " reals is longer, and would be divided if the number were even");
        }
        const Factors factors = factors_of(is_real ? points / 2 : points);
        if (problem_.kind == Kind::c2r) {
            add_fold(HostArray::input);
        }
        add_factors(factors);
        if (problem_.kind == Kind::r2c) {
            add_fold(HostArray::output);
        }
    }

    /// Adds both factors of one axis: along n1 of [n1][n2], twiddle factors and a transposition to
    /// [n2][k1]; then along n2. In a work array each chunk of k1 lies by itself, so that the link
    /// copies long rows.
    void add_factors(const Factors& factors)
    {
        const bool in_place = problem_.placement == Placement::in_place;
        const auto [first, second] = factors;
        const std::int64_t points = first * second;
        rounds_.factored = points;
        const HostArray middle = in_place ? HostArray::work : HostArray::output;
        const Factored factored{.before = {1, first, second},
                                .after = {1, second, first},
                                .in_chunks = in_place,
                                .in_step = distance(now_),
                                .middle_step = in_place ? points * value_bytes_ : distance(middle),
                                .out_step = distance(HostArray::output)};
        if (in_place) {
            rounds_.host_work_bytes = problem_.batch * factored.middle_step;
        }
        Round one = begun(middle);
        Round two = begun(HostArray::output);
        for (std::int64_t batch = 0; batch < problem_.batch; ++batch) {
            add_first_factor(one, factored, batch);
            add_second_factor(two, factored, batch);
        }
        rounds_.rounds.push_back(std::move(one));
        rounds_.rounds.push_back(std::move(two));
    }

    struct Factored {
        ColumnView before{};  ///< [n1][n2]
        ColumnView after{};   ///< [n2][k1]
        bool in_chunks{};     ///< whether the chunks of `after` lie one behind the other
        std::int64_t in_step{};
        std::int64_t middle_step{};
        std::int64_t out_step{};  ///< these are the distances in bytes of two transforms of a batch
    };

    void add_first_factor(Round& round, const Factored& factored, std::int64_t batch)
    {
        const std::int64_t first = factored.before.points;
        const std::vector<Columns> all = {{0, first}};
        const std::vector<Columns> blocks = factored.in_chunks ? chunks_of(factored.after) : all;
        for (const Columns& columns : chunks_of(factored.before)) {
            HostRows loads = rows_of(factored.before, columns, value_bytes_);
            loads.offset += batch * factored.in_step;
            std::vector<HostRows> stores;
            for (const Columns& block : blocks) {
                const std::int64_t begin =
                    factored.after.points * block.first + columns.first * block.count;
                stores.push_back(contiguous(batch * factored.middle_step + begin * value_bytes_,
                                            columns.count * block.count * value_bytes_));
                stores.back().in_block = block.first * columns.count * value_bytes_;
            }
            add_chunk(round, {Task::first_factor, column_problem({first, columns.count})}, {loads},
                      std::move(stores), columns.first);
        }
    }

    void add_second_factor(Round& round, const Factored& factored, std::int64_t batch)
    {
        const std::int64_t second = factored.after.points;
        for (const Columns& columns : chunks_of(factored.after)) {
            HostRows stores = rows_of(factored.after, columns, value_bytes_);
            HostRows loads = factored.in_chunks
                                 ? contiguous(second * columns.first * value_bytes_, stores.bytes())
                                 : stores;
            loads.offset += batch * factored.middle_step;
            stores.offset += batch * factored.out_step;
            add_chunk(round, {Task::slowest_axis, column_problem({second, columns.count})}, {loads},
                      {stores}, columns.first);
        }
    }

    /// Adds the fold of all half spectra, in place in one array.
    void add_fold(HostArray at)
    {
        const std::int64_t pairs = problem_.lengths.back() / 2;
        const std::int64_t items = pairs / 2 + 1;
        const std::int64_t most = std::max<std::int64_t>(wanted() / (2 * value_bytes_), 1);
        rounds_.folded = pairs;
        now_ = at;
        Round round = begun(at);
        for (std::int64_t batch = 0; batch < problem_.batch; ++batch) {
            const std::int64_t start = batch * (pairs + 1) * value_bytes_;
            for (std::int64_t first = 0; first < items; first += most) {
                const std::int64_t count = std::min(most, items - first);
                // The element in the middle is its own mirror.
                const bool middle = 2 * (first + count - 1) == pairs;
                const std::int64_t mirrors = count - (middle ? 1 : 0);
                const std::int64_t far = pairs - first - mirrors + 1;
                HostRows mirrored = contiguous(start + far * value_bytes_, mirrors * value_bytes_);
                mirrored.in_block = count * value_bytes_;
                std::vector<HostRows> ends{
                    contiguous(start + first * value_bytes_, count * value_bytes_)};
                if (mirrors > 0) {
                    ends.push_back(mirrored);
                }
                add_chunk(round, {Task::fold, complex_problem({count})}, ends, ends, first);
            }
        }
        rounds_.rounds.push_back(std::move(round));
    }

    /// The distance in bytes of two transforms of a batch of single rows.
    [[nodiscard]] std::int64_t distance(HostArray array) const
    {
        return array == HostArray::input ? loaded_bytes(1) : stored_bytes(1);
    }

    /// Two factors of an axis, as near to each other as they can be.
    [[nodiscard]] Factors factors_of(std::int64_t points) const
    {
        auto second = static_cast<std::int64_t>(std::sqrt(static_cast<double>(points)));
        while (points % second != 0) {
            --second;
        }
        const std::int64_t first = points / second;
        if (second == 1 || first * value_bytes_ > most_bytes_) {
            refuse(std::to_string(points) + " points have no two factors that are both shorter");
        }
        return {first, second};
    }

    /// Columns are transformed from one slot to another, so that passes through a work array find
    /// one there.
    [[nodiscard]] Problem column_problem(std::vector<std::int64_t> lengths) const
    {
        if (lengths.back() == 1) {
            lengths.pop_back();
        }
        Problem problem = complex_problem(std::move(lengths));
        problem.placement = Placement::out_of_place;
        return problem;
    }

    [[nodiscard]] Problem complex_problem(std::vector<std::int64_t> lengths) const
    {
        return {.lengths = std::move(lengths),
                .kind = Kind::c2c,
                .direction = problem_.direction,
                .precision = problem_.precision,
                .placement = Placement::in_place,
                .batch = 1};
    }

    static HostRows contiguous(std::int64_t offset, std::int64_t bytes)
    {
        return {.offset = offset, .row_bytes = bytes, .pitch = bytes};
    }

    static void add_chunk(Round& round, const ChunkTask& task, std::vector<HostRows> loads,
                          std::vector<HostRows> stores, std::int64_t first)
    {
        auto at = std::ranges::find(round.tasks, task);
        if (at == round.tasks.end()) {
            at = round.tasks.insert(at, task);
        }
        round.chunks.push_back(
            {.loads = std::move(loads),
             .stores = std::move(stores),
             .task = static_cast<std::size_t>(std::distance(round.tasks.begin(), at)),
             .first = first});
    }

    [[noreturn]] void refuse(const std::string& why) const
    {
        throw std::invalid_argument{"chunks of " + std::to_string(most_bytes_) +
                                    " bytes are too small: " + why};
    }

    Problem problem_;
    std::int64_t most_bytes_;
    std::int64_t value_bytes_;
    const TunedTable* table_;
    HostArray now_ = HostArray::input;
    Rounds rounds_;
};

}  // namespace

Rounds make_rounds(const Problem& problem, std::int64_t most_bytes, const TunedTable* table)
{
    return RoundMaker{problem, most_bytes, table}.planned();
}

}  // namespace tobiuo::fft
