// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/open/open_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numbers>

#include "kernels/fft/choose/block_choice.hpp"

namespace tobiuo::poisson {
namespace {

std::int64_t modulo(std::int64_t place, std::int64_t period)
{
    return (place % period + period) % period;
}

int sign_of(Condition wall)
{
    return wall == Condition::dirichlet ? -1 : 1;
}

/// An even length of fast transforms.
std::int64_t even_ring(std::int64_t least)
{
    std::int64_t ring = fft::next_smooth(least);
    while (ring % 2 != 0) {
        ring = fft::next_smooth(ring + 1);
    }
    return ring;
}

}  // namespace

OpenLine::OpenLine(const Problem& problem, int axis)
    : count_{unknowns(problem, axis).count},
      spacing_{problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing()},
      sides_{problem.sides.at(static_cast<std::size_t>(axis))}
{
    const bool on_cells = problem.grid.location == Location::cell;
    const auto beyond = [&](Condition wall) -> std::int64_t {
        return on_cells ? 1 : wall == Condition::dirichlet ? 2 : 0;
    };
    twice_wall_ = {-beyond(sides_.lower), 2 * (count_ - 1) + beyond(sides_.upper)};
    if (sides_.lower == Condition::periodic) {
        period_ = count_;
    } else if (is_wall(sides_.lower) && is_wall(sides_.upper)) {
        period_ = (twice_wall_[1] - twice_wall_[0]) * (sides_.lower == sides_.upper ? 1 : 2);
    }
    std::int64_t farthest = 0;
    for (std::int64_t n = 0; n < count_; ++n) {
        for (LineImage image : images_at(n)) {
            image.source *= static_cast<int>(n + 1);
            images_.push_back(image);
            farthest = std::max({farthest, std::int64_t{image.position},
                                 count_ - 1 - std::int64_t{image.position}});
        }
    }
    ring_ = is_open() ? even_ring(2 * farthest + 2) : period_;
    reach_ = std::max(farthest + 2 + open_tile, ring_ / 2);
}

bool OpenLine::is_open(int end) const
{
    return (end == 0 ? sides_.lower : sides_.upper) == Condition::open;
}

bool OpenLine::levels_off() const
{
    return sides_.lower != Condition::dirichlet && sides_.upper != Condition::dirichlet;
}

double OpenLine::slowest() const
{
    if (period_ <= 1) {
        return 0.0;
    }
    const double half = std::sin(std::numbers::pi / static_cast<double>(period_)) / spacing_;
    return 4.0 * half * half;
}

std::vector<LineImage> OpenLine::images_at(std::int64_t place) const
{
    std::vector<LineImage> made;
    const auto add = [&](std::int64_t at, int sign) {
        const std::int64_t held = period_ > 0 ? modulo(at, period_) : at;
        const LineImage image{.position = static_cast<int>(held), .source = sign};
        const auto same = [&](const LineImage& other) { return other.position == image.position; };
        if (std::ranges::none_of(made, same)) {
            made.push_back(image);
        }
    };
    add(place, 1);
    for (int end = 0; end < 2; ++end) {
        const Condition wall = end == 0 ? sides_.lower : sides_.upper;
        if (is_wall(wall)) {
            const std::int64_t mirrored = twice_wall_.at(static_cast<std::size_t>(end)) - place;
            add(mirrored, sign_of(wall));
            if (is_wall(sides_.lower) && is_wall(sides_.upper) && sides_.lower != sides_.upper) {
                // Half a period away all has the opposite sign.
                add(place + period_ / 2, -1);
                add(mirrored + period_ / 2, -sign_of(wall));
            }
        }
    }
    return made;
}

std::vector<double> OpenLine::heat(double time) const
{
    const double t = time / (spacing_ * spacing_);
    if (is_open()) {
        return scaled_bessel(2.0 * t, reach_);
    }
    std::vector<double> made(static_cast<std::size_t>(reach_) + 1);
    const auto period = static_cast<double>(period_);
    // Of short times few images count, of long ones few modes; both down to exp(-40).
    const bool is_short = period_ > 64 && 160.0 * t < period * period;
    const std::vector<double> images =
        is_short ? scaled_bessel(2.0 * t, 2 * period_) : std::vector<double>{};
    for (std::int64_t n = 0; n <= reach_; ++n) {
        const std::int64_t held = modulo(n, period_);
        made[static_cast<std::size_t>(n)] =
            is_short ? images[static_cast<std::size_t>(held)] +
                           images[static_cast<std::size_t>(period_ - held)] +
                           images[static_cast<std::size_t>(period_ + held)]
                     : heat_of_modes(t, held);
    }
    return made;
}

double OpenLine::heat_of_modes(double t, std::int64_t n) const
{
    const auto period = static_cast<double>(period_);
    double sum = 1.0;
    for (std::int64_t mode = 1; 2 * mode <= period_; ++mode) {
        const double half = std::sin(std::numbers::pi * static_cast<double>(mode) / period);
        const double decay = 4.0 * half * half * t;
        if (decay > 45.0) {
            break;
        }
        const auto turned = static_cast<double>(mode * n % period_);
        sum += (2 * mode < period_ ? 2.0 : 1.0) * std::exp(-decay) *
               std::cos(2.0 * std::numbers::pi * turned / period);
    }
    return sum / period;
}

std::vector<double> OpenLine::level() const
{
    return std::vector<double>(static_cast<std::size_t>(reach_) + 1,
                               is_open() ? 1.0 : 1.0 / static_cast<double>(period_));
}

auto OpenLine::layer(int end, const OpenLayers& layers) const -> std::array<LayerPlace, 2>
{
    return {LayerPlace{.place = end == 0 ? -1 : count_, .weight = layers.outer},
            LayerPlace{.place = end == 0 ? 0 : count_ - 1, .weight = layers.inner}};
}

std::vector<int> OpenLine::ring_sources() const
{
    std::vector<int> made(static_cast<std::size_t>(ring_));
    for (const LineImage& image : images_) {
        made[static_cast<std::size_t>(modulo(image.position, ring_))] = image.source;
    }
    return made;
}

OpenLines lines_of(const Problem& problem)
{
    return {OpenLine{problem, 0}, OpenLine{problem, 1}, OpenLine{problem, 2}};
}

HeatDecay decay_of(const Problem& problem, const OpenLines& lines)
{
    HeatDecay decay{.unit = 0.0, .open_axes = 0, .lambda = problem.lambda};
    for (const OpenLine& line : lines) {
        const double square = line.spacing() * line.spacing();
        if (!line.is_open()) {
            decay.levels_off = line.levels_off();
            decay.slowest = line.slowest();
            continue;
        }
        ++decay.open_axes;
        decay.unit = decay.unit == 0.0 ? square : std::min(decay.unit, square);
        const auto reach = static_cast<double>(line.reach());
        decay.reach_squared += reach * reach * square;
    }
    return decay;
}

}  // namespace tobiuo::poisson
