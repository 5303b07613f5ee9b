// SPDX-License-Identifier: BSD-3-Clause
// What solves, transforms and sweeps take on any number of ranks, predicted from what they take on
// one and from the links between ranks (docs/scaling.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <tobiuo/grid.hpp>

namespace tobiuo::scaling {

/// The connection of a rank with the others.
struct Link {
    double bytes_per_second{};  ///< that a rank sends while it receives as many
    double latency_seconds{};   ///< for each rank to which it sends
    bool overlaps = false;      ///< whether messages travel while the rank computes, as on GPUs
    /// Whether messages are copies between devices of one machine: blocks of planes need not be
    /// packed to be sent, and edges need not be swept first.
    bool copies_rows = false;
};

/// One solve, transform or sweep on so many ranks, of which the one with the most planes counts.
struct Prediction {
    int ranks = 1;
    double seconds{};
    double compute_seconds{};
    double exchange_seconds{};  ///< of the messages alone
    double bytes_sent{};        ///< by a rank
    double memory_bytes{};      ///< of a rank
};

/// How planes are divided over ranks.
struct PlaneShare {
    PlaneShare(std::int64_t planes, int all_ranks);

    double ranks;   ///< that have planes
    double most;    ///< planes of one of these
    double fewest;  ///< planes of one of these
    double part;    ///< `most` of all planes
};

/// Solves whose planes of z are joined by two numbers a mode (poisson::DistributedSolver): a rank
/// gets those of the ranks from which the wave of the mode reaches it, along a stretched z of all.
struct SlabSolve {
    std::int64_t planes{};
    std::int64_t modes{};    ///< of x and y
    double value_bytes{};    ///< of a number of the arrays
    double told_bytes = 8;   ///< of a number that ranks tell each other
    bool stretched = false;  ///< whether z is
    /// The spacing of z by those of x and y, squared; 0 for an axis that is absent.
    std::array<double, 2> squeezed{};
    int arrays = 1;  ///< of unknowns that a rank holds: 1 in place, else 2
    double one_rank_seconds{};
};
[[nodiscard]] Prediction predicted(const SlabSolve& solve, int ranks, const Link& link);

/// SlabSolve::squeezed of a grid.
[[nodiscard]] std::array<double, 2> squeezed(const Grid& grid);

/// How many others tell a rank in the middle of a mode, in the mean over all modes.
[[nodiscard]] double mean_heard(const SlabSolve& solve, int ranks);

/// The least number of ranks on which a solve spends more time for what ranks tell each other than
/// for its own planes. 0 if there is none.
[[nodiscard]] int telling_takes_longer_from(const SlabSolve& solve, const Link& link);

/// Transforms, and solves by them, in which all ranks exchange blocks, so that each of them has
/// columns of all planes (fft::DistributedPlan, poisson::DistributedSolver).
struct AllToAll {
    std::int64_t planes{};
    std::int64_t plane_values{};  ///< of the transformed array
    double value_bytes{};
    int passes = 3;  ///< over memory on one rank, the last of which is that over columns
    bool there_and_back = false;  ///< whether the columns go back to planes
    bool solves = false;          ///< whether planes are then transformed back
    int chunks = 1;               ///< in which planes are sent
    bool in_passes = false;       ///< whether passes exchange where devices copy rows
    int arrays = 1;               ///< that a rank holds besides its columns
    double one_rank_seconds{};
};
[[nodiscard]] Prediction predicted(const AllToAll& transform, int ranks, const Link& link);

/// Transforms of three axes in pencils (fft::DistributedPlan): passes along x, z and y, with an
/// exchange in the columns of a grid of ranks and one in its rows between them.
struct Pencils {
    std::int64_t z{};
    std::int64_t y{};
    std::int64_t x{};  ///< values of a row of the transformed array
    double value_bytes{};
    int along_z = 1;  ///< the ranks that divide z, and those that divide y
    int along_y = 1;
    bool there_and_back = false;  ///< whether the spectrum goes back to where the samples are
    int chunks_in_columns = 1;    ///< in which planes are sent
    int chunks_in_rows = 1;
    int arrays = 1;  ///< that a rank holds besides its columns
    double one_rank_seconds{};
};
[[nodiscard]] Prediction predicted(const Pencils& transform, const Link& link);

/// Steps of a flow over slabs of z (flow::Solver): three stages, each of which has read planes
/// of its neighbours, and all or the last of which end with a solve.
struct FlowSteps {
    std::int64_t planes{};
    std::int64_t plane_values{};  ///< of an array
    double value_bytes{};
    int arrays = 10;                   ///< that a rank holds
    bool by_slabs = true;              ///< whether solves are SlabSolve, else AllToAll
    double told_bytes = 8;             ///< as SlabSolve has it
    bool stretched = false;            ///< whether z is
    std::array<double, 2> squeezed{};  ///< as SlabSolve has it
    std::int64_t end_values = 0;       ///< in memory, of what neighbours tell each other of lines
    int chunks = 1;                    ///< as AllToAll has it
    int solves = 3;                    ///< of a step
    /// Planes that a rank sends to both neighbours in a stage, and its messages beside those of the
    /// solve.
    double planes_of_stage = 9;
    double messages_of_stage = 4;
    double one_rank_seconds{};

    [[nodiscard]] double plane_bytes() const
    {
        return static_cast<double>(plane_values) * value_bytes;
    }
    /// The most ranks that can divide the planes: each has two.
    [[nodiscard]] int most_ranks() const
    {
        return static_cast<int>(std::max<std::int64_t>(planes / 2, 1));
    }
};
/// Predicts for `ranks` ranks, and for most_ranks() where there are more.
[[nodiscard]] Prediction predicted(const FlowSteps& steps, int ranks, const Link& link);

/// Himeno's sweeps over slabs of i (himeno::DistributedSweeps).
struct SlabSweeps {
    std::int64_t planes{};  ///< of the interior
    double plane_bytes{};   ///< of p
    double plane_bytes_of_all_arrays{};
    int sweeps_per_pass = 1;
    double one_rank_seconds{};  ///< of a sweep
};
[[nodiscard]] Prediction predicted(const SlabSweeps& sweeps, int ranks, const Link& link);

}  // namespace tobiuo::scaling
