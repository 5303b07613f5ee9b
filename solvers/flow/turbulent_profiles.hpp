// SPDX-License-Identifier: BSD-3-Clause
// The waves of synthetic turbulence on a face, where a machine has its memory.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <tobiuo/flow/inflow_turbulence.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/turbulence_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::flow {

/// A wave of synthetic turbulence: amplitude cos(wave_number x + phase).
struct TurbulentWave {
    std::array<double, 3> wave_number{};
    std::array<double, 3>
        amplitude{};  ///< at a right angle to it but for the scaling of components
    double phase{};
};

/// The waves of a face, see InflowTurbulence, for an intensity of 1: the mean square of the sum of
/// each component over all times is 1. Throws as InflowTurbulence does.
[[nodiscard]] std::vector<TurbulentWave> turbulent_waves(const Problem& problem, int face,
                                                         const Turbulence& turbulence);

/// The velocity at which turbulence is carried through a face.
[[nodiscard]] std::array<double, 3> carrying_velocity(const Problem& problem, int face,
                                                      const Turbulence& turbulence);

/// What the velocity across a face is multiplied with, so that with fluctuations as much flows through
/// it as without; 1 where both have little to do with each other.
[[nodiscard]] double factor_to_keep(double flux, double with_fluctuations);

/// Adds synthetic turbulence to the velocity of a face at several times.
class TurbulentProfiles {
public:
    /// Throws as InflowTurbulence does, and DeviceError.
    TurbulentProfiles(const Problem& problem, int face, const Turbulence& turbulence,
                      const runtime::Machine& machine);

    static constexpr std::size_t most_times = 6;

    /// Adds to `velocity` at these times, memory of the machine: enqueues on a GPU, has done it on the
    /// host. One call at a time.
    void add(std::span<const double> times, const FaceVelocity& velocity, Stream stream) const;

    [[nodiscard]] std::size_t bytes() const
    {
        return constants_.bytes() + turned_.bytes() + joined_.bytes() + speeds_.bytes();
    }

private:
    int face_;
    bool goes_round_[2] = {};
    TurbulentWaves waves_;
    runtime::Array constants_;  ///< what the waves point to
    runtime::Array turned_;
    runtime::Array joined_;
    runtime::Array speeds_;
    runtime::ForEach<TurnWaves<double>> turn_;
    runtime::ForEach<JoinWaves<double>> join_;
    runtime::ForEach<FindSpeeds<double>> find_;
    runtime::ForEach<AddWaves<double>> add_;
};

}  // namespace tobiuo::flow
