// SPDX-License-Identifier: BSD-3-Clause
// Synthetic turbulence of an inflow face.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

/// Fluctuations that a face adds to the velocity that it gives.
struct Turbulence {
    /// The root of the mean square of each component, as a part of the size of the velocity that the
    /// face gives at the point and time.
    double intensity = 0.0;
    /// Values that replace the number: where not empty, one for each point of the component, as
    /// Face::profile has them.
    std::array<std::vector<double>, 3> intensities = {};
    /// The integral length of the velocity across the face along its direction.
    double length = 0.0;
    std::int64_t seed = 1;
    /// The velocity at which the fluctuations are carried in. Without it, the mean velocity of what
    /// flows in through the face of the problem.
    std::optional<std::array<double, 3>> velocity = {};
};

/// A frozen field of turbulence that is carried through an inflow face: 128 waves of equal energy, each
/// at a right angle to its wave number, whose lengths are those of von Karman's spectrum up to the
/// shortest wave that cells carry. Along periodic axes whole waves fit into the box.
///
/// Time      a function of the time, the seed and the problem alone: nothing to keep for a restart.
/// Flux      that through the face stays as it is given: the velocity across is scaled to it.
/// Bits      the same for the same problem and time on a CPU, with any number of threads.
/// Source    R. H. Kraichnan, Phys. Fluids 13, 22 (1970); A. Smirnov, S. Shi and I. Celik, J. Fluids
///           Eng. 123, 359 (2001); the spectrum of T. von Karman, Proc. Natl. Acad. Sci. 34, 530
///           (1948).
class InflowTurbulence {
public:
    /// Face 2 axis + end, where end 0 is the lower one. Throws std::invalid_argument with one sentence
    /// for a face that is no inflow or has no axis along it, a length of less than two cells,
    /// an intensity that is not between 0 and 1, or a velocity that does not lead into the box.
    InflowTurbulence(const Problem& problem, int face, const Turbulence& turbulence);
    InflowTurbulence(InflowTurbulence&&) noexcept;
    InflowTurbulence& operator=(InflowTurbulence&&) noexcept;
    ~InflowTurbulence();

    [[nodiscard]] int face() const;
    /// The velocity at which it is carried in.
    [[nodiscard]] const std::array<double, 3>& velocity() const;

    /// Adds the fluctuations at a time to the velocity that the face gives, numbers or profiles, whose
    /// profiles are all there afterwards.
    void add(Face& given, double time) const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::flow
