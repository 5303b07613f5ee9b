// SPDX-License-Identifier: BSD-3-Clause
// The middle axis of equal cells, by a transform that makes its operator diagonal.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/middle_axis.hpp"
#include "solvers/poisson/axis/singular.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class TransformedAxis final : public MiddleAxis<T> {
public:
    TransformedAxis(const Problem& problem, const AxisModes& modes, double scale,
                    fft::Effort effort)
        : lambda_{problem.lambda},
          has_null_space_{has_null_space(problem)},
          transform_{modes.forward, std::ssize(modes.eigenvalues), effort},
          scale_{scale / transform_.round_trip()}
    {
        for (const std::int64_t mode : transform_.modes()) {
            eigenvalues_.push_back(modes.eigenvalues[static_cast<std::size_t>(mode)]);
        }
    }

    [[nodiscard]] const std::vector<fft::TileRow>& rows() const override
    {
        return transform_.input_rows();
    }
    [[nodiscard]] std::int64_t scratch_values() const override { return 0; }

    /// Solves in T, or in double if lambda is positive: lambda then cancels the eigenvalues that it
    /// is added to, so that the sum must not contain values rounded to T.
    double solve(const ModeTile<T>& tile) const override
    {
        // NOLINTNEXTLINE(bugprone-branch-clone): both are the same where T is double
        return lambda_ > 0.0 ? solve_with<double>(tile) : solve_with<T>(tile);
    }

    void apply(const ModeTile<T>& tile) const override
    {
        if (lambda_ > 0.0) {  // NOLINT(bugprone-branch-clone)
            apply_with<double>(tile);
        } else {
            apply_with<T>(tile);
        }
    }

    void validate_lambda(std::span<const double> others) const override
    {
        std::vector<double> sorted = eigenvalues_;
        std::ranges::sort(sorted);
        poisson::validate_lambda(lambda_, sorted, others, std::numeric_limits<T>::epsilon());
    }

private:
    static constexpr std::int64_t width = fft::HostLineTransform<T>::width;

    template <typename Sum>
    double solve_with(const ModeTile<T>& tile) const
    {
        double removed = 0.0;
        const auto scale = static_cast<T>(scale_);
        transform<Sum>(tile, [&](T* row, const Sum* shifts, Sum eigenvalue) {
            for (std::int64_t line = 0; line < width; ++line) {
                const T sum = static_cast<T>(shifts[line] + eigenvalue);
                // For the constant mode all eigenvalues are exactly zero.
                const bool constant = has_null_space_ && sum == T{0};
                if (constant) {
                    removed = scale_ * static_cast<double>(row[line]);
                }
                row[line] = constant ? T{0} : row[line] * (scale / sum);
            }
        });
        return removed;
    }

    template <typename Sum>
    void apply_with(const ModeTile<T>& tile) const
    {
        const auto scale = static_cast<T>(scale_);
        transform<Sum>(tile, [&](T* row, const Sum* shifts, Sum eigenvalue) {
            for (std::int64_t line = 0; line < width; ++line) {
                row[line] *= scale * static_cast<T>(shifts[line] + eigenvalue);
            }
        });
    }

    /// Calls `work` for each row of modes, with the sums of lambda and the other axes' eigenvalues
    /// for each line, and with the row's own eigenvalue.
    template <typename Sum, typename Work>
    void transform(const ModeTile<T>& tile, const Work& work) const
    {
        std::array<Sum, static_cast<std::size_t>(width)> shifts{};
        for (std::size_t line = 0; line < shifts.size(); ++line) {
            shifts[line] = static_cast<Sum>(tile.others[line] + lambda_);
        }
        transform_.forward(tile.values);
        for (std::size_t row = 0; row < eigenvalues_.size(); ++row) {
            work(tile.values + static_cast<std::int64_t>(row) * width, shifts.data(),
                 static_cast<Sum>(eigenvalues_[row]));
        }
        transform_.inverse(tile.values);
    }

    double lambda_;
    bool has_null_space_;
    fft::HostLineTransform<T> transform_;
    double scale_;
    std::vector<double> eigenvalues_;  ///< per row of modes
};

}  // namespace

template <typename T>
std::unique_ptr<MiddleAxis<T>> transformed_axis(const Problem& problem, int axis, double scale,
                                                fft::Effort effort)
{
    return std::make_unique<TransformedAxis<T>>(problem, modes_of(problem, axis), scale, effort);
}

template std::unique_ptr<MiddleAxis<float>> transformed_axis(const Problem&, int, double,
                                                             fft::Effort);
template std::unique_ptr<MiddleAxis<double>> transformed_axis(const Problem&, int, double,
                                                              fft::Effort);

}  // namespace tobiuo::poisson
