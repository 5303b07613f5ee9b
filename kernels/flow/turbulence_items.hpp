// SPDX-License-Identifier: BSD-3-Clause
// Synthetic turbulence on a face: a sum of waves that are carried through it. For host and device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/flow/given_faces.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The cosine and the sine of a phase.
struct Wave {
    double cosine = 0.0;
    double sine = 0.0;
};

/// The waves of a face. The phase of wave m at a point and time is the sum of three, of its column,
/// its row and the time.
///
///     u_c = intensity_c speed sum over m of amplitude_c,m cos(phase_m)
struct TurbulentWaves {
    long long waves = 0;
    long long columns = 0;  ///< points along the faster axis of the face
    long long rows = 0;
    // Along an axis the velocity along it is at upper faces of cells (1), others at centres (0).
    const Wave* of_columns[2] = {};       ///< [wave][column]
    const Wave* of_rows[2] = {};          ///< [wave][row]
    const double* phases = nullptr;       ///< at time 0
    const double* frequencies = nullptr;  ///< in radians a unit of time
    const double* amplitudes = nullptr;   ///< [component][wave]
    const double* intensities = nullptr;  ///< [component][row][column]

    [[nodiscard]] constexpr long long points() const { return columns * rows; }
};

/// Item n finds the phase of a wave at a time: [time][wave].
template <typename T>
struct TurnWaves {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/turbulence_items.hpp",
                                            .type = "tobiuo::flow::TurnWaves",
                                            .name = "flow-turn-waves",
                                            .threads = 128,
                                            .nanoseconds = 40.0};
    static constexpr int most_times = 8;

    void operator()(long long n) const
    {
#ifndef __CUDACC__
        using std::cos;
        using std::sin;
#endif
        const long long wave = n % waves.waves;
        const double angle = waves.phases[wave] - waves.frequencies[wave] * times[n / waves.waves];
        to[n] = {.cosine = cos(angle), .sine = sin(angle)};
    }

    TurbulentWaves waves;
    double times[most_times];
    Wave* to;
};

/// The velocity of a face at several times: [time][row][column] of each component.
struct FaceVelocity {
    double* components[3] = {};
    long long between_times = 0;  ///< values from one time to the next
};

/// Item n finds the size of the velocity of a face, without the distances between the points of its
/// components: [time][row][column].
template <typename T>
struct FindSpeeds {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/turbulence_items.hpp",
                                            .type = "tobiuo::flow::FindSpeeds",
                                            .name = "flow-find-speeds",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    void operator()(long long n) const
    {
#ifndef __CUDACC__
        using std::sqrt;
#endif
        const long long at = n / points * velocity.between_times + n % points;
        const double u = velocity.components[0][at];
        const double v = velocity.components[1][at];
        const double w = velocity.components[2][at];
        to[n] = sqrt(u * u + v * v + w * w);
    }

    FaceVelocity velocity;
    long long points;
    double* to;
};

/// Item n joins what a wave is of its row and of the time, times its amplitude:
/// [time][component][row][wave].
template <typename T>
struct JoinWaves {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/turbulence_items.hpp",
                                            .type = "tobiuo::flow::JoinWaves",
                                            .name = "flow-join-waves",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    constexpr void operator()(long long n) const
    {
        const long long wave = n % waves.waves;
        const long long row = n / waves.waves % waves.rows;
        const auto component = static_cast<int>(n / waves.waves / waves.rows % 3);
        const long long time = n / waves.waves / waves.rows / 3;
        const Wave a = waves.of_rows[component == slower ? 1 : 0][wave * waves.rows + row];
        const Wave b = turned[time * waves.waves + wave];
        const double amplitude = waves.amplitudes[component * waves.waves + wave];
        to[n] = {.cosine = amplitude * (a.cosine * b.cosine - a.sine * b.sine),
                 .sine = amplitude * (a.sine * b.cosine + a.cosine * b.sine)};
    }

    TurbulentWaves waves;
    int slower;  ///< axis of the face
    const Wave* turned;
    Wave* to;
};

/// Item n adds the waves to a component of the velocity of a face: [time][component][row][column].
///
/// Traffic   of each wave the numbers of its column and of its row, from caches.
template <typename T>
struct AddWaves {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/turbulence_items.hpp",
                                            .type = "tobiuo::flow::AddWaves",
                                            .name = "flow-add-waves",
                                            .threads = 128,
                                            .nanoseconds = 300.0};

    constexpr void operator()(long long n) const
    {
        const long long point = n % waves.points();
        const auto component = static_cast<int>(n / waves.points() % 3);
        const long long time = n / waves.points() / 3;
        const long long column = point % waves.columns;
        const long long row = point / waves.columns;
        const Wave* const of_column = waves.of_columns[component == faster ? 1 : 0] + column;
        const Wave* const of_row =
            joined + ((3 * time + component) * waves.rows + row) * waves.waves;
        constexpr int chains = 4;  // of sums that do not wait for each other
        double sums[chains] = {};
        for (long long wave = 0; wave < waves.waves; wave += chains) {
            for (int chain = 0; chain < chains; ++chain) {
                const Wave a = of_column[(wave + chain) * waves.columns];
                const Wave b = of_row[wave + chain];
                sums[chain] += a.cosine * b.cosine - a.sine * b.sine;
            }
        }
        const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        velocity.components[component][time * velocity.between_times + point] +=
            waves.intensities[component * waves.points() + point] *
            speed(component, time, column, row) * sum;
    }

    TurbulentWaves waves;  ///< as many as a multiple of 4
    FaceVelocity velocity;
    const Wave* joined;
    const double* speeds;
    int faster;  ///< axis of the face
    int slower;
    bool goes_round[2];  ///< whether the faster and the slower one are periodic

private:
    /// The speed at the point of a component: the mean of both cells beside it.
    [[nodiscard]] constexpr double speed(int component, long long time, long long column,
                                         long long row) const
    {
        const long long next_column =
            component == faster ? after(column, waves.columns, goes_round[0]) : column;
        const long long next_row =
            component == slower ? after(row, waves.rows, goes_round[1]) : row;
        const double* const now = speeds + time * waves.points();
        return (now[row * waves.columns + column] + now[next_row * waves.columns + next_column]) /
               2;
    }
    [[nodiscard]] static constexpr long long after(long long index, long long count,
                                                   bool goes_round)
    {
        return index + 1 < count ? index + 1 : goes_round ? 0 : index;
    }
};

}  // namespace tobiuo::flow
