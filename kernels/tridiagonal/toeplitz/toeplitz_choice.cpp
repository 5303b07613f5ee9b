#include "kernels/tridiagonal/toeplitz/toeplitz_choice.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "kernels/rounding.hpp"

namespace tobiuo::tridiagonal {
namespace {

constexpr int register_bytes = 4;
constexpr int most_resident = 8;

/// Limits of the rows of a thread and the threads of a column. With more rows a thread spills. The
/// limits were chosen by timing 8 to 40 forms on an H200 for each of 18 kinds of columns.
constexpr int most_values_single = 66;
constexpr int most_values_double = 48;
constexpr int least_values = 16;
constexpr int fewest_threads_per_column = 4;
constexpr int wanted_threads_per_column = 8;
/// More threads than this leave fewer columns in a tile, so memory is read in shorter pieces.
constexpr int wanted_threads = 400;
constexpr int fewest_threads = 32;  ///< the team of LevelColumn is one warp
/// With more waves of blocks than this, the end of one wave overlaps with the next.
constexpr int distinct_waves = 4;

/// Registers that a thread needs to hold its rows without spilling.
int registers_needed(const ToeplitzForm& form, int value_bytes)
{
    const bool single = value_bytes == register_bytes;
    const int beside_rows = is_odd(form.first) || is_odd(form.last) ? 48 : single ? 40 : 38;
    return form.values * value_bytes / register_bytes + beside_rows;
}

/// Registers that a thread can have if `resident` blocks are resident: warps lie on the four parts
/// of a multiprocessor and get registers by eights.
int registers_granted(const ToeplitzForm& form, int resident, const fft::DeviceLimits& limits)
{
    constexpr int warp = fft::warp_threads;
    constexpr int parts = 4;
    constexpr int unit = 8;
    const int warps = rounded_up(form.threads(), warp) / warp * resident;
    const int of_part = limits.registers_per_multiprocessor / parts;
    return of_part / (rounded_up(warps, parts) / parts * warp) / unit * unit;
}

/// Whether `resident` blocks can be resident without spilling.
bool fits(const ToeplitzForm& form, int resident, int value_bytes, const fft::DeviceLimits& limits)
{
    return registers_granted(form, resident, limits) >= registers_needed(form, value_bytes);
}

/// A form and how the columns lie on the multiprocessors.
class Spread {
public:
    Spread(const ToeplitzForm& form, int value_bytes, const fft::DeviceLimits& limits) : form_{form}
    {
        form_.min_blocks_per_sm = most_resident;
        while (form_.min_blocks_per_sm > 1 &&
               !fits(form_, form_.min_blocks_per_sm, value_bytes, limits)) {
            --form_.min_blocks_per_sm;
        }
        const double exact =
            static_cast<double>(form_.tiles()) / (form_.min_blocks_per_sm * limits.multiprocessors);
        waves_ = exact > distinct_waves ? exact : std::ceil(exact);
    }

    /// The form with as many blocks per multiprocessor as fit.
    [[nodiscard]] const ToeplitzForm& form() const { return form_; }

    [[nodiscard]] bool is_better_than(const Spread& other) const
    {
        return waves_ > distinct_waves && other.waves_ > distinct_waves ? streams_better_than(other)
                                                                        : fits_better_than(other);
    }

private:
    /// Compares two forms of many waves: fewer waves win if the difference is clear, else the wider
    /// tile, which reads memory in longer pieces.
    [[nodiscard]] bool streams_better_than(const Spread& other) const
    {
        constexpr double clearly = 0.7;
        if (waves_ < clearly * other.waves_ || other.waves_ < clearly * waves_) {
            return waves_ < other.waves_;
        }
        return std::pair{form_.tile, form_.threads_per_column} >
               std::pair{other.form_.tile, other.form_.threads_per_column};
    }

    /// Compares two forms of few waves: fewer waves win, then the wider tile, then fewer rows in a
    /// thread, which processes them one after the other.
    [[nodiscard]] bool fits_better_than(const Spread& other) const
    {
        const auto key = [](const Spread& one) {
            return std::tuple{one.waves_, one.form_.tile, one.form_.values};
        };
        return key(*this) < key(other);
    }

    ToeplitzForm form_;
    double waves_;  ///< number of waves of blocks: exact where there are many, else rounded up
};

}  // namespace

std::optional<ToeplitzForm> choose_toeplitz(const ToeplitzRequest& request, Precision precision,
                                            const fft::DeviceLimits& limits)
{
    if (request.rows > most_toeplitz_rows) {
        return std::nullopt;
    }
    const auto value_bytes = static_cast<int>(bytes_per_value(precision));
    const bool single = precision == Precision::fp32;
    const int most_values = single ? most_values_single : most_values_double;
    const int least = (request.rows + most_values - 1) / most_values;
    const int most =
        std::max(least, std::clamp(request.rows / least_values, 1, wanted_threads_per_column));
    const int segment = fft::transaction_bytes / value_bytes;
    std::optional<Spread> best;
    for (int threads_per_column = std::max(least, std::min(most, fewest_threads_per_column));
         threads_per_column <= most; ++threads_per_column) {
        ToeplitzForm form{.rows = request.rows,
                          .step = request.step,
                          .columns = request.columns,
                          .first = request.first,
                          .last = request.last};
        form.values = (request.rows + threads_per_column - 1) / threads_per_column;
        form.threads_per_column = (request.rows + form.values - 1) / form.values;
        form.tile = std::max(segment, fewest_threads / form.threads_per_column);
        while ((form.threads() > wanted_threads || !fits(form, 1, value_bytes, limits)) &&
               form.tile * value_bytes > fft::sector_bytes) {
            form.tile /= 2;
        }
        const Spread spread{form, value_bytes, limits};
        if (!best || spread.is_better_than(*best)) {
            best = spread;
        }
        // A wide tile is taken only if several of its blocks are resident, because a single block
        // leaves the multiprocessor idle while it waits. In single precision 64 columns are slower
        // anyway.
        form.tile *= 2;
        const Spread wide{form, value_bytes, limits};
        if (!single && wide.form().min_blocks_per_sm > 1 && wide.is_better_than(*best)) {
            best = wide;
        }
    }
    return oriented(best->form());
}

std::string short_name(const ToeplitzForm& form)
{
    return std::to_string(form.rows) + " rows by recurrences, " +
           std::to_string(form.threads_per_column) + "x" + std::to_string(form.tile) + " threads";
}

}  // namespace tobiuo::tridiagonal
