// Real transforms of a tile, with two lines as one complex line.

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/host/fftw_planner.hpp"
#include "kernels/fft/host/line_steps.hpp"
#include "kernels/fft/host/planning_array.hpp"
#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::fft {
namespace {

/// How a kind of transform is built from one of Makhoul's.
struct Recipe {
    Makhoul makhoul = Makhoul::none;
    bool sine = false;
    bool transposed = false;  ///< DCT-III and DST-III: the steps of II in reverse
};

Recipe recipe_of(RealKind kind)
{
    switch (kind) {
        case RealKind::halfcomplex:
            return Recipe{};
        case RealKind::cosine_2:
            return Recipe{.makhoul = Makhoul::whole};
        case RealKind::cosine_3:
            return Recipe{.makhoul = Makhoul::whole, .transposed = true};
        case RealKind::cosine_4:
            return Recipe{.makhoul = Makhoul::halfway};
        case RealKind::sine_2:
            return Recipe{.makhoul = Makhoul::whole, .sine = true};
        case RealKind::sine_3:
            return Recipe{.makhoul = Makhoul::whole, .sine = true, .transposed = true};
        case RealKind::sine_4:
            return Recipe{.makhoul = Makhoul::halfway, .sine = true};
        default:
            throw std::invalid_argument{std::string{name_of(kind)} + " is not made of line pairs"};
    }
}

template <typename T>
Complex<T> twiddled(long double angle)
{
    return {static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))};
}

/// The factors exp(-pi i (k + shift) / (parts n)) for k = 0 ... n - 1.
template <typename T>
std::vector<Complex<T>> twiddle_table(std::int64_t n, long double shift, int parts)
{
    std::vector<Complex<T>> all;
    for (std::int64_t k = 0; k < n; ++k) {
        all.push_back(
            twiddled<T>(std::numbers::pi_v<long double> * (static_cast<long double>(k) + shift) /
                        (static_cast<long double>(parts) * static_cast<long double>(n))));
    }
    return all;
}

template <typename T>
UniqueFftwPlan<T> complex_plan(std::int64_t length, std::int64_t pairs, int sign, Effort effort)
{
    const bool measured = effort == Effort::measure;
    const PlanningArray tile{length * pairs * 2 * static_cast<std::int64_t>(sizeof(T)), measured};
    auto* data = static_cast<typename Fftw<T>::Complex*>(tile.data());
    const fftw_iodim64 along{.n = length, .is = pairs, .os = pairs};
    const fftw_iodim64 many{.n = pairs, .is = 1, .os = 1};
    const FftwPlanner<T> planner{1};
    UniqueFftwPlan<T> plan{Fftw<T>::plan_c2c(1, &along, 1, &many, data, data, sign,
                                             measured ? FFTW_MEASURE : FFTW_ESTIMATE)};
    if (plan == nullptr) {
        throw std::runtime_error{
            "FFTW made no plan of a line transform (out of memory?): free some memory"};
    }
    return plan;
}

/// Transforms two lines as one complex line.
template <typename T>
class PairedLines final : public LineSteps<T> {
public:
    PairedLines(const Recipe& recipe, std::int64_t length, Effort effort)
        : recipe_{recipe},
          length_{length},
          split_twiddles_(
              recipe.makhoul == Makhoul::none
                  ? std::vector<Complex<T>>(static_cast<std::size_t>(length), {T{1}, T{0}})
                  : twiddle_table<T>(length, recipe.makhoul == Makhoul::halfway ? 0.5L : 0.0L, 2)),
          shift_twiddles_(recipe.makhoul == Makhoul::halfway ? twiddle_table<T>(length, 0.0L, 1)
                                                             : std::vector<Complex<T>>{}),
          forward_{complex_plan<T>(length, pairs, FFTW_FORWARD, effort)},
          backward_{complex_plan<T>(length, pairs, FFTW_BACKWARD, effort)}
    {
        this->round_trip = 2.0 * static_cast<double>(length);
        for (std::int64_t j = 0; j < length; ++j) {
            this->input_rows.push_back(recipe.transposed ? coefficient_row(j) : makhoul_row(j));
        }
        this->modes.resize(static_cast<std::size_t>(length));
        for (std::int64_t k = 0; k < length; ++k) {
            const TileRow place = recipe.transposed ? makhoul_row(k) : coefficient_row(k);
            this->modes[static_cast<std::size_t>(place.row)] = k;
        }
    }

    void forward(T* tile) const override
    {
        recipe_.transposed ? combine_and_transform(tile) : transform_and_separate(tile);
    }

    void inverse(T* tile) const override
    {
        recipe_.transposed ? transform_and_separate(tile) : combine_and_transform(tile);
    }

private:
    static constexpr std::int64_t pairs = LineSteps<T>::width / 2;

    [[nodiscard]] TileRow makhoul_row(std::int64_t j) const
    {
        return {.row = makhoul_place(recipe_.makhoul, length_, j),
                .negated = makhoul_sign(recipe_.makhoul, recipe_.sine, j)};
    }

    /// The row of coefficient k: sines come out in the reverse order of the cosines.
    [[nodiscard]] TileRow coefficient_row(std::int64_t k) const
    {
        return {.row = recipe_.sine ? length_ - 1 - k : k, .negated = false};
    }

    static Complex<T>* row(T* tile, std::int64_t k)
    {
        return reinterpret_cast<Complex<T>*>(tile) + k * pairs;
    }

    void execute(const UniqueFftwPlan<T>& plan, T* tile) const
    {
        auto* data = reinterpret_cast<typename Fftw<T>::Complex*>(tile);
        Fftw<T>::execute_c2c(plan.get(), data, data);
    }

    void transform_and_separate(T* tile) const
    {
        for (std::size_t m = 0; m < shift_twiddles_.size(); ++m) {
            Complex<T>* const here = row(tile, static_cast<std::int64_t>(m));
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                here[pair] = shift_twiddles_[m] * here[pair];
            }
        }
        execute(forward_, tile);
        for_each_mirror([&](std::int64_t k, std::int64_t m, Complex<T> twiddle) {
            Complex<T>* const low = row(tile, k);
            Complex<T>* const high = row(tile, m);
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                const MirroredPair<T> both = split<T>({low[pair], high[pair]}, twiddle);
                high[pair] = both.m;
                low[pair] = both.k;  // written last, because both may be the same row
            }
        });
    }

    void combine_and_transform(T* tile) const
    {
        for_each_mirror([&](std::int64_t k, std::int64_t m, Complex<T> twiddle) {
            Complex<T>* const low = row(tile, k);
            Complex<T>* const high = row(tile, m);
            const T with = k != m || mirrors_itself(recipe_.makhoul, k) ? T{1} : T{0};
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                const MirroredPair<T> both =
                    join<T>({low[pair], {with * high[pair].x, with * high[pair].y}}, twiddle);
                high[pair] = both.m;
                low[pair] = both.k;
            }
        });
        execute(backward_, tile);
        for (std::size_t m = 0; m < shift_twiddles_.size(); ++m) {
            Complex<T>* const here = row(tile, static_cast<std::int64_t>(m));
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                here[pair] = conjugate(shift_twiddles_[m]) * here[pair];
            }
        }
    }

    /// Calls `work` once for each pair of mirrored rows, the lower row first.
    template <typename Work>
    void for_each_mirror(const Work& work) const
    {
        for (std::int64_t k = 0; k < length_; ++k) {
            const std::int64_t m = mirror(recipe_.makhoul, length_, k);
            if (k <= m) {
                work(k, m, split_twiddles_[static_cast<std::size_t>(k)]);
            }
        }
    }

    Recipe recipe_;
    std::int64_t length_;
    std::vector<Complex<T>> split_twiddles_;
    std::vector<Complex<T>> shift_twiddles_;  ///< for Makhoul::halfway
    UniqueFftwPlan<T> forward_;
    UniqueFftwPlan<T> backward_;
};

}  // namespace

template <typename T>
std::unique_ptr<LineSteps<T>> paired_lines(RealKind forward, std::int64_t length, Effort effort)
{
    return std::make_unique<PairedLines<T>>(recipe_of(forward), length, effort);
}

template std::unique_ptr<LineSteps<float>> paired_lines(RealKind, std::int64_t, Effort);
template std::unique_ptr<LineSteps<double>> paired_lines(RealKind, std::int64_t, Effort);

}  // namespace tobiuo::fft
