// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/flow/inflow_turbulence.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/flow/flow_box.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/flow/turbulent_profiles.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

constexpr std::size_t wave_count = 128;

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Random numbers in [0, 1), one after the other.
///
/// Source    G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014: SplitMix64.
class Random {
public:
    explicit Random(std::int64_t seed) : state_{static_cast<std::uint64_t>(seed)} {}

    double next()
    {
        std::uint64_t bits = state_ += 0x9E3779B97F4A7C15U;
        bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
        bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
        bits ^= bits >> 31U;
        return static_cast<double>(bits >> 11U) * 0x1p-53;
    }
    /// The numbers below `count` in a random order.
    std::vector<std::size_t> order(std::size_t count)
    {
        std::vector<std::size_t> all(count);
        std::iota(all.begin(), all.end(), std::size_t{0});
        for (std::size_t n = count - 1; n > 0; --n) {
            std::swap(all[n], all[static_cast<std::size_t>(next() * static_cast<double>(n + 1))]);
        }
        return all;
    }

private:
    std::uint64_t state_;
};

/// Von Karman's spectrum up to the largest wave number that cells carry.
class Spectrum {
public:
    Spectrum(double peak, double largest)
    {
        constexpr int samples = 4000;
        const double step = std::log(1.0e5) / samples;
        double energy = 0.0;
        double lengths = 0.0;
        for (int n = 0; n < samples; ++n) {
            const double k = largest * std::exp((n + 0.5 - samples) * step);
            const double square = (k / peak) * (k / peak);
            const double part = square * square / std::pow(1.0 + square, 17.0 / 6.0) * k;
            energy += part;
            lengths += part / k;
            wave_numbers_.push_back(k);
            energies_.push_back(energy);
        }
        mean_length_ = lengths / energy;
    }

    /// The mean of 1 / k over the energy.
    [[nodiscard]] double mean_length() const { return mean_length_; }
    /// The wave number below which is this part of the energy.
    [[nodiscard]] double below_which_is(double part) const
    {
        const auto found = std::ranges::lower_bound(energies_, part * energies_.back());
        return wave_numbers_.at(static_cast<std::size_t>(found - energies_.begin()));
    }

private:
    std::vector<double> wave_numbers_;
    std::vector<double> energies_;  ///< up to each of these
    double mean_length_{};
};

/// The spectrum whose 1 / k is `length` in the mean, by bisection: the larger the peak, the less.
Spectrum spectrum_of(double length, double largest)
{
    double low = std::log(1.0e-4 * largest);
    double high = std::log(1.0e3 * largest);
    constexpr int halvings = 40;
    for (int n = 0; n < halvings; ++n) {
        const double middle = 0.5 * (low + high);
        (Spectrum{std::exp(middle), largest}.mean_length() > length ? low : high) = middle;
    }
    return {std::exp(0.5 * (low + high)), largest};
}

bool is_there(const Problem& problem, int axis)
{
    return !poisson::is_absent(projection_of(problem), axis);
}

/// The width of the widest cell along an axis of the face, or of the first one across it.
double width_at(const Problem& problem, int face, int axis)
{
    const Axis& along = axis_of(problem, axis);
    if (axis == face / 2) {
        return width_of(along, face % 2 == 0 ? 0 : along.cells - 1);
    }
    double widest = 0.0;
    for (std::int64_t cell = 0; cell < along.cells; ++cell) {
        widest = std::max(widest, width_of(along, cell));
    }
    return widest;
}

std::string name_of(int face)
{
    return "the " + std::string{face % 2 == 0 ? "lower" : "upper"} + " face across " +
           axis_name(face / 2);
}

[[noreturn]] void refuse(int face, const std::string& why)
{
    throw std::invalid_argument{name_of(face) + " has turbulence" + why};
}

/// The widest cell, after a look at what there may be.
double checked_width(const Problem& problem, int face, const Turbulence& turbulence)
{
    const int faster = faster_axis(face / 2);
    const int slower = slower_axis(face / 2);
    if (face_of(problem, face).kind != FaceKind::inflow) {
        refuse(face, ", but nothing is given to flow in: make it an inflow, or leave it out");
    }
    if (!is_there(problem, faster) && !is_there(problem, slower)) {
        refuse(face,
               ", but the flow has one axis only (waves are at right angles to theirs): "
               "leave it out");
    }
    double widest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        widest = std::max(widest, is_there(problem, axis) ? width_at(problem, face, axis) : 0.0);
    }
    if (!(turbulence.length >= 2.0 * widest) || !std::isfinite(turbulence.length)) {
        refuse(face, " of the length " + six_digits(turbulence.length) + ", and a cell is " +
                         six_digits(widest) +
                         " wide (eddies smaller than two cells are no waves): give more cells or a "
                         "larger length");
    }
    const auto is_part = [](double value) { return value >= 0.0 && value <= 1.0; };
    if (!is_part(turbulence.intensity)) {
        refuse(face, " of the intensity " + six_digits(turbulence.intensity) +
                         ": give a part of the velocity, between 0 and 1");
    }
    for (const std::vector<double>& all : turbulence.intensities) {
        for (const double value : all) {
            if (!is_part(value)) {
                refuse(face, " whose intensity is " + six_digits(value) +
                                 " at a point: give a part of the velocity, between 0 and 1");
            }
        }
    }
    return widest;
}

/// Unit vectors evenly over all directions; in two dimensions over the half circle.
Vector direction(std::size_t number, const Vector& across, const Vector& first,
                 const Vector* second, double turn)
{
    const double part = (static_cast<double>(number) + 0.5) / static_cast<double>(wave_count);
    Vector unit{};
    if (second == nullptr) {
        const double angle = std::numbers::pi * part;
        for (std::size_t c = 0; c < 3; ++c) {
            unit.at(c) = std::cos(angle) * across.at(c) + std::sin(angle) * first.at(c);
        }
        return unit;
    }
    const double height = 1.0 - 2.0 * part;
    const double radius = std::sqrt(1.0 - height * height);
    const double golden = std::numbers::pi * (3.0 - std::sqrt(5.0));
    const double angle = golden * static_cast<double>(number) + turn;
    for (std::size_t c = 0; c < 3; ++c) {
        unit.at(c) = height * across.at(c) +
                     radius * (std::cos(angle) * first.at(c) + std::sin(angle) * second->at(c));
    }
    return unit;
}

Vector unit_along(int axis)
{
    Vector unit{};
    unit.at(static_cast<std::size_t>(axis)) = 1.0;
    return unit;
}

Vector cross(const Vector& a, const Vector& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A unit vector at a right angle to the wave number, at an angle about it.
Vector turned_about(const Vector& wave_number, double angle)
{
    const double size = std::sqrt(dot(wave_number, wave_number));
    const Vector along{wave_number[0] / size, wave_number[1] / size, wave_number[2] / size};
    const auto least = static_cast<int>(
        std::ranges::min_element(along, {}, [](double c) { return std::abs(c); }) - along.begin());
    Vector one = cross(along, unit_along(least));
    const double length = std::sqrt(dot(one, one));
    for (double& c : one) {
        c /= length;
    }
    const Vector other = cross(along, one);
    Vector unit{};
    for (std::size_t c = 0; c < 3; ++c) {
        unit.at(c) = std::cos(angle) * one.at(c) + std::sin(angle) * other.at(c);
    }
    return unit;
}

/// Gives each component a mean square of 1.
void scale_components(std::vector<TurbulentWave>& waves)
{
    for (std::size_t c = 0; c < 3; ++c) {
        double squares = 0.0;
        for (const TurbulentWave& wave : waves) {
            squares += wave.amplitude.at(c) * wave.amplitude.at(c) / 2.0;
        }
        for (TurbulentWave& wave : waves) {
            wave.amplitude.at(c) *= squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
        }
    }
}

/// The velocities across a face times the areas around their points.
double flux_through(const Problem& problem, int face, const Face& given)
{
    const Axis& fast = axis_of(problem, faster_axis(face / 2));
    const Axis& slow = axis_of(problem, slower_axis(face / 2));
    double flux = 0.0;
    for (std::int64_t row = 0; row < slow.cells; ++row) {
        for (std::int64_t column = 0; column < fast.cells; ++column) {
            flux += given_velocity(given, face / 2,
                                   static_cast<std::size_t>(row * fast.cells + column)) *
                    width_of(slow, row) * width_of(fast, column);
        }
    }
    return flux;
}

}  // namespace

std::array<double, 3> carrying_velocity(const Problem& problem, int face,
                                        const Turbulence& turbulence)
{
    const int axis = face / 2;
    const double into = face % 2 == 0 ? 1.0 : -1.0;
    if (turbulence.velocity) {
        if (!(into * turbulence.velocity->at(static_cast<std::size_t>(axis)) > 0.0)) {
            refuse(face, ", whose velocity does not lead into the box: give another one, or none");
        }
        return *turbulence.velocity;
    }
    Vector mean{};
    const Face& given = face_of(problem, face);
    const Axis& fast = axis_of(problem, faster_axis(axis));
    const Axis& slow = axis_of(problem, slower_axis(axis));
    double through = 0.0;
    for (std::int64_t row = 0; row < slow.cells; ++row) {
        for (std::int64_t column = 0; column < fast.cells; ++column) {
            const auto point = static_cast<std::size_t>(row * fast.cells + column);
            const double enters = into * given_velocity(given, axis, point);
            const double flux =
                std::max(enters, 0.0) * width_of(slow, row) * width_of(fast, column);
            through += flux;
            for (int c = 0; c < 3; ++c) {
                mean.at(static_cast<std::size_t>(c)) += flux * given_velocity(given, c, point);
            }
        }
    }
    if (!(through > 0.0)) {
        refuse(face,
               ", but nothing flows in at the start that could carry it: give it a velocity of its "
               "own");
    }
    for (double& c : mean) {
        c /= through;
    }
    return mean;
}

std::vector<TurbulentWave> turbulent_waves(const Problem& problem, int face,
                                           const Turbulence& turbulence)
{
    const double widest = checked_width(problem, face, turbulence);
    const Vector across = unit_along(face / 2);
    const int one =
        is_there(problem, faster_axis(face / 2)) ? faster_axis(face / 2) : slower_axis(face / 2);
    const int other = 3 - face / 2 - one;
    const Vector first = unit_along(one);
    const Vector second = unit_along(other);
    const bool is_flat = !is_there(problem, other);
    // The integral length of isotropic turbulence is so many times the mean of 1 / k.
    const double lengths = is_flat ? 2.0 : 0.75 * std::numbers::pi;
    const Spectrum spectrum = spectrum_of(turbulence.length / lengths, std::numbers::pi / widest);
    Random random{turbulence.seed};
    const std::vector<std::size_t> order = random.order(wave_count);
    const double turn = 2.0 * std::numbers::pi * random.next();
    std::vector<TurbulentWave> waves;
    for (std::size_t n = 0; n < wave_count; ++n) {
        const double part = (static_cast<double>(n) + 0.5) / static_cast<double>(wave_count);
        const double size = spectrum.below_which_is(part);
        TurbulentWave wave{
            .wave_number = direction(order[n], across, first, is_flat ? nullptr : &second, turn)};
        for (std::size_t c = 0; c < 3; ++c) {
            double& k = wave.wave_number.at(c);
            k *= size;
            if (problem.faces.at(c).lower.kind == FaceKind::periodic) {
                const Axis& axis = problem.grid.axes.at(c);
                const double whole = 2.0 * std::numbers::pi / (axis.upper - axis.lower);
                k = whole * std::round(k / whole);
            }
        }
        const double angle = 2.0 * std::numbers::pi * random.next();
        wave.amplitude =
            is_flat ? cross(second, wave.wave_number) : turned_about(wave.wave_number, angle);
        const double length = std::sqrt(dot(wave.amplitude, wave.amplitude));
        for (double& c : wave.amplitude) {
            c /= length;
        }
        wave.phase = 2.0 * std::numbers::pi * random.next();
        waves.push_back(wave);
    }
    scale_components(waves);
    return waves;
}

double factor_to_keep(double flux, double with_fluctuations)
{
    constexpr double least = 0.1;
    return flux != 0.0 && with_fluctuations / flux > least ? flux / with_fluctuations : 1.0;
}

TurbulentProfiles::TurbulentProfiles(const Problem& problem, int face, const Turbulence& turbulence,
                                     const runtime::Machine& machine)
    : face_{face}, turn_{machine}, join_{machine}, find_{machine}, add_{machine}
{
    const std::vector<TurbulentWave> waves = turbulent_waves(problem, face, turbulence);
    const Vector carrying = carrying_velocity(problem, face, turbulence);
    const std::array axes{faster_axis(face / 2), slower_axis(face / 2)};
    waves_.waves = std::ssize(waves);
    waves_.columns = axis_of(problem, axes[0]).cells;
    waves_.rows = axis_of(problem, axes[1]).cells;
    std::vector<double> constants;
    std::array<std::size_t, 4> firsts{};
    for (std::size_t end = 0; end < axes.size(); ++end) {
        const int axis = axes.at(end);
        goes_round_[end] =
            problem.faces.at(static_cast<std::size_t>(axis)).lower.kind == FaceKind::periodic;
        for (std::size_t upper = 0; upper < 2; ++upper) {
            firsts.at(2 * end + upper) = constants.size();
            const int component = upper == 1 ? axis : face / 2;
            for (const TurbulentWave& wave : waves) {
                for (std::int64_t cell = 0; cell < axis_of(problem, axis).cells; ++cell) {
                    const double angle = wave.wave_number.at(static_cast<std::size_t>(axis)) *
                                         velocity_position(problem, component, axis, cell);
                    constants.push_back(std::cos(angle));
                    constants.push_back(std::sin(angle));
                }
            }
        }
    }
    const std::size_t phases = constants.size();
    for (const TurbulentWave& wave : waves) {
        constants.push_back(wave.phase);
    }
    const std::size_t frequencies = constants.size();
    for (const TurbulentWave& wave : waves) {
        constants.push_back(dot(wave.wave_number, carrying));
    }
    const std::size_t amplitudes = constants.size();
    for (std::size_t c = 0; c < 3; ++c) {
        for (const TurbulentWave& wave : waves) {
            constants.push_back(wave.amplitude.at(c));
        }
    }
    const std::size_t intensities = constants.size();
    const auto points = static_cast<std::size_t>(waves_.points());
    for (const std::vector<double>& given : turbulence.intensities) {
        for (std::size_t point = 0; point < points; ++point) {
            constants.push_back(given.empty() ? turbulence.intensity : given.at(point));
        }
    }
    constants_ = machine.copied_and_wait(std::as_bytes(std::span{constants}));
    const double* const at = constants_.as<double>();
    for (std::size_t upper = 0; upper < 2; ++upper) {
        waves_.of_columns[upper] = reinterpret_cast<const Wave*>(at + firsts.at(upper));
        waves_.of_rows[upper] = reinterpret_cast<const Wave*>(at + firsts.at(2 + upper));
    }
    waves_.phases = at + phases;
    waves_.frequencies = at + frequencies;
    waves_.amplitudes = at + amplitudes;
    waves_.intensities = at + intensities;
    turned_ = machine.allocate(most_times * waves.size() * sizeof(Wave));
    joined_ = machine.allocate(3 * most_times * static_cast<std::size_t>(waves_.rows) *
                               waves.size() * sizeof(Wave));
    speeds_ = machine.allocate(most_times * points * sizeof(double));
}

void TurbulentProfiles::add(std::span<const double> times, const FaceVelocity& velocity,
                            Stream stream) const
{
    TurnWaves<double> turn{.waves = waves_, .times = {}, .to = turned_.as<Wave>()};
    std::ranges::copy(times.first(std::min(times.size(), most_times)), turn.times);
    const long long count = std::ssize(times);
    turn_(turn, count * waves_.waves, stream);
    const int slower = slower_axis(face_ / 2);
    join_(
        {.waves = waves_, .slower = slower, .turned = turned_.as<Wave>(), .to = joined_.as<Wave>()},
        3 * count * waves_.rows * waves_.waves, stream);
    find_({.velocity = velocity, .points = waves_.points(), .to = speeds_.as<double>()},
          count * waves_.points(), stream);
    add_({.waves = waves_,
          .velocity = velocity,
          .joined = joined_.as<Wave>(),
          .speeds = speeds_.as<double>(),
          .faster = faster_axis(face_ / 2),
          .slower = slower,
          .goes_round = {goes_round_[0], goes_round_[1]}},
         3 * count * waves_.points(), stream);
}

class InflowTurbulence::Implementation {
public:
    Implementation(const Problem& problem, int face, const Turbulence& turbulence)
        : problem_{problem},
          face_{face},
          profiles_{problem, face, turbulence, *runtime::make_host_machine()},
          velocity_{carrying_velocity(problem, face, turbulence)},
          points_{static_cast<std::size_t>(axis_of(problem, faster_axis(face / 2)).cells *
                                           axis_of(problem, slower_axis(face / 2)).cells)}
    {
    }

    [[nodiscard]] int face() const { return face_; }
    [[nodiscard]] const Vector& velocity() const { return velocity_; }

    void add(Face& given, double time) const
    {
        const auto across = static_cast<std::size_t>(face_ / 2);
        const double flux = flux_through(problem_, face_, given);
        FaceVelocity velocity{.components = {}, .between_times = static_cast<long long>(points_)};
        for (std::size_t c = 0; c < 3; ++c) {
            std::vector<double>& profile = given.profile.at(c);
            if (profile.empty()) {
                profile.assign(points_, given.velocity.at(c));
            }
            velocity.components[c] = profile.data();
        }
        profiles_.add(std::array{time}, velocity, nullptr);
        const double factor = factor_to_keep(flux, flux_through(problem_, face_, given));
        for (double& value : given.profile.at(across)) {
            value *= factor;
        }
    }

private:
    Problem problem_;
    int face_;
    TurbulentProfiles profiles_;
    Vector velocity_;
    std::size_t points_;
};

InflowTurbulence::InflowTurbulence(const Problem& problem, int face, const Turbulence& turbulence)
    : implementation_{std::make_unique<const Implementation>(problem, face, turbulence)}
{
}

InflowTurbulence::InflowTurbulence(InflowTurbulence&&) noexcept = default;
InflowTurbulence& InflowTurbulence::operator=(InflowTurbulence&&) noexcept = default;
InflowTurbulence::~InflowTurbulence() = default;

int InflowTurbulence::face() const
{
    return implementation_->face();
}

const std::array<double, 3>& InflowTurbulence::velocity() const
{
    return implementation_->velocity();
}

void InflowTurbulence::add(Face& given, double time) const
{
    implementation_->add(given, time);
}

}  // namespace tobiuo::flow
