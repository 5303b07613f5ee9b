// The middle axis of unequal cells: a tridiagonal system for every mode of the other axes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/compensated_sum.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/middle_axis.hpp"
#include "solvers/poisson/axis/recurrence_functions.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {
namespace {

/// The arrays of scratch of a tile without exchanges and with them.
constexpr std::int64_t arrays_of_elimination = 1;
constexpr std::int64_t arrays_of_exchanges = 3;

/// The systems of a tile's lines, eliminated together with partial pivoting, because a positive
/// lambda may make a diagonal small. Rows that change places have up to two entries above the
/// diagonal.
template <std::int64_t width>
class ExchangingElimination {
public:
    ExchangingElimination(const ThreePoint& rows, std::span<double> scratch)
        : rows_{rows},
          count_{std::ssize(rows.below)},
          diagonal_{scratch.data()},
          above_{diagonal_ + count_ * width},
          second_above_{above_ + count_ * width}
    {
    }

    /// Solves (rows + shift) u = r in place, with a shift for each line.
    template <typename T>
    void solve(T* r, const double* shifts)
    {
        for (std::int64_t line = 0; line < width; ++line) {
            diagonal_[line] = shifts[line] - rows_.diagonal(0);
            above_[line] = rows_.above[0];
        }
        for (std::int64_t k = 0; k + 1 < count_; ++k) {
            begin_row(k + 1, shifts);
            for (std::int64_t line = 0; line < width; ++line) {
                eliminate(r, k * width + line, rows_.below[static_cast<std::size_t>(k + 1)]);
            }
        }
        for (std::int64_t k = count_; k-- > 0;) {
            for (std::int64_t line = 0; line < width; ++line) {
                substitute(r, k, line);
            }
        }
    }

private:
    void begin_row(std::int64_t k, const double* shifts)
    {
        const auto row = static_cast<std::size_t>(k);
        const double diagonal = rows_.diagonal(row);
        const double above = k + 1 < count_ ? rows_.above[row] : 0.0;
        for (std::int64_t line = 0; line < width; ++line) {
            diagonal_[k * width + line] = shifts[line] - diagonal;
            above_[k * width + line] = above;
            second_above_[(k - 1) * width + line] = 0.0;
        }
    }

    /// Eliminates the row at `here` from the next one of its line.
    template <typename T>
    void eliminate(T* r, std::int64_t here, double below)
    {
        const std::int64_t next = here + width;
        if (std::abs(below) > std::abs(diagonal_[here])) {
            std::swap(below, diagonal_[here]);
            std::swap(above_[here], diagonal_[next]);
            std::swap(second_above_[here], above_[next]);
            std::swap(r[here], r[next]);
        }
        const double factor = below / diagonal_[here];
        diagonal_[next] -= factor * above_[here];
        above_[next] -= factor * second_above_[here];
        r[next] =
            static_cast<T>(static_cast<double>(r[next]) - factor * static_cast<double>(r[here]));
    }

    template <typename T>
    void substitute(T* r, std::int64_t k, std::int64_t line) const
    {
        const std::int64_t here = k * width + line;
        auto sum = static_cast<double>(r[here]);
        if (k + 1 < count_) {
            sum -= above_[here] * static_cast<double>(r[here + width]);
        }
        if (k + 2 < count_) {
            sum -= second_above_[here] * static_cast<double>(r[here + 2 * width]);
        }
        r[here] = static_cast<T>(sum / diagonal_[here]);
    }

    const ThreePoint& rows_;
    std::int64_t count_;
    double* diagonal_;
    double* above_;
    double* second_above_;
};

/// The number of eigenvalues of the rows above -shift: the positive pivots of rows + shift (Sturm's
/// sequence; the rows are a symmetric matrix up to a scaling).
std::int64_t eigenvalues_above(const ThreePoint& rows, double shift)
{
    std::int64_t count = 0;
    double pivot = 1.0;
    for (std::size_t k = 0; k < rows.below.size(); ++k) {
        const double coupling = k > 0 ? rows.below[k] * rows.above[k - 1] / pivot : 0.0;
        pivot = shift - rows.diagonal(k) - coupling;
        if (pivot == 0.0) {  // any small number is valid; this one keeps the next pivot finite
            pivot = std::numeric_limits<double>::epsilon() * rows.diagonal(k);
        }
        count += pivot > 0.0 ? 1 : 0;
    }
    return count;
}

template <typename T>
class TridiagonalAxis final : public MiddleAxis<T> {
public:
    TridiagonalAxis(const Problem& problem, int axis, double scale)
        : points_{three_point(problem, axis)},
          rows_{rows_in_order(std::ssize(points_.below))},
          lambda_{problem.lambda},
          scale_{scale},
          has_null_space_{has_null_space(problem)}
    {
    }

    [[nodiscard]] const std::vector<fft::TileRow>& rows() const override { return rows_; }
    [[nodiscard]] std::int64_t scratch_values() const override
    {
        const std::int64_t arrays = lambda_ > 0.0 ? arrays_of_exchanges : arrays_of_elimination;
        return (arrays * width + 1) * std::ssize(rows_);
    }

    double solve(const ModeTile<T>& tile) const override
    {
        std::array<double, static_cast<std::size_t>(width)> shifts = shifts_of(tile.others);
        const std::int64_t constant = std::ranges::find(shifts, 0.0) - shifts.begin();
        const bool singular = has_null_space_ && constant < width;
        const std::span<double> line = tile.scratch.last(rows_.size());
        double removed = 0.0;
        if (singular) {  // this line is integrated here; its place gets a regular system
            copy_line(tile.values, constant, line);
            removed = remove_mean(line);
            integrate(line);
            static_cast<void>(remove_mean(line));
            shifts.at(static_cast<std::size_t>(constant)) = -1.0;
        }
        if (lambda_ > 0.0) {
            scale_all(tile.values);
            ExchangingElimination<width>{points_, tile.scratch}.solve(tile.values, shifts.data());
        } else {
            constexpr auto lines = static_cast<std::size_t>(width);
            usable_recurrence_functions<T, lines>().front().eliminate(
                tile.values, rows_of(points_), shifts.data(), scale_, tile.scratch.data());
        }
        if (singular) {
            for (std::size_t k = 0; k < line.size(); ++k) {
                tile.values[static_cast<std::int64_t>(k) * width + constant] =
                    static_cast<T>(line[k]);
            }
        }
        return removed;
    }

    void apply(const ModeTile<T>& tile) const override
    {
        const auto shifts = shifts_of(tile.others);
        std::array<double, static_cast<std::size_t>(width)> before{};
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            T* const row = tile.values + static_cast<std::int64_t>(k) * width;
            const bool is_last = k + 1 == rows_.size();
            for (std::size_t line = 0; line < before.size(); ++line) {
                const auto here = static_cast<double>(row[line]);
                const double behind =
                    is_last ? 0.0
                            : static_cast<double>(row[line + static_cast<std::size_t>(width)]);
                row[line] = static_cast<T>(scale_ * (points_.below[k] * before[line] +
                                                     points_.above[k] * behind +
                                                     (shifts[line] - points_.diagonal(k)) * here));
                before[line] = here;
            }
        }
    }

    void validate_lambda(std::span<const double> others) const override
    {
        constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
        for (const double other : others) {
            const double below = other + lambda_ * (1.0 - rounding);
            const double above = other + lambda_ * (1.0 + rounding);
            if (eigenvalues_above(points_, below) != eigenvalues_above(points_, above)) {
                throw std::invalid_argument{singular_text(lambda_, -lambda_)};
            }
        }
    }

private:
    static constexpr std::int64_t width = fft::HostLineTransform<T>::width;

    /// The shifts of a tile; unused lines get one that is never singular.
    [[nodiscard]] std::array<double, static_cast<std::size_t>(width)> shifts_of(
        std::span<const double> others) const
    {
        std::array<double, static_cast<std::size_t>(width)> shifts{};
        shifts.fill(-1.0);
        std::ranges::transform(others, shifts.begin(),
                               [&](double other) { return other + lambda_; });
        return shifts;
    }

    void scale_all(T* values) const
    {
        const auto scale = static_cast<T>(scale_);
        for (std::int64_t at = 0; at < std::ssize(rows_) * width; ++at) {
            values[at] *= scale;
        }
    }

    /// Copies a line times the scale.
    void copy_line(const T* values, std::int64_t line, std::span<double> to) const
    {
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] =
                scale_ * static_cast<double>(values[static_cast<std::int64_t>(k) * width + line]);
        }
    }

    double remove_mean(std::span<double> line) const
    {
        CompensatedSum sum;
        CompensatedSum length;
        for (std::size_t k = 0; k < line.size(); ++k) {
            sum += points_.width[k] * line[k];
            length += points_.width[k];
        }
        const double mean = sum.value() / length.value();
        std::ranges::for_each(line, [&](double& value) { value -= mean; });
        return mean;
    }

    /// Sums the sources to fluxes and the fluxes to values, starting with 0 for both at the lower
    /// end.
    void integrate(std::span<double> line) const
    {
        CompensatedSum flux;
        CompensatedSum value;
        for (std::size_t k = 0; k < line.size(); ++k) {
            flux += points_.width[k] * line[k];
            line[k] = value.value();
            if (k + 1 < line.size()) {
                value += flux.value() / (points_.above[k] * points_.width[k]);
            }
        }
    }

    ThreePoint points_;
    std::vector<fft::TileRow> rows_;
    double lambda_;
    double scale_;
    bool has_null_space_;
};

}  // namespace

template <typename T>
std::unique_ptr<MiddleAxis<T>> tridiagonal_axis(const Problem& problem, int axis, double scale)
{
    return std::make_unique<TridiagonalAxis<T>>(problem, axis, scale);
}

template std::unique_ptr<MiddleAxis<float>> tridiagonal_axis(const Problem&, int, double);
template std::unique_ptr<MiddleAxis<double>> tridiagonal_axis(const Problem&, int, double);

}  // namespace tobiuo::poisson
