// The divergence of the velocity, and its projection, as kernels. struct Config gives Real, `piece`
// (values of 16 bytes), `aligned` (rows of arrays begin at multiples of a piece).
//
// Launch    blocks of `divergence_threads` threads: along x one thread for each piece of a plane,
//           along y as many blocks as there are planes, or fewer.
// Traffic   flow_divergence reads three arrays and writes one; flow_project reads four and writes
//           three.
// Twin      plain_stage.hpp
#pragma once

#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/piece.cuh"

namespace tobiuo::flow {

/// The piece of a thread.
template <typename Config>
class PieceOfRow {
    using T = typename Config::Real;
    static constexpr int piece = Config::piece;
    using Values = Piece<T, piece>;

public:
    PieceOfRow(const Box<T>& box, int plane) : box_{box}
    {
        const unsigned number = blockIdx.x * divergence_threads + threadIdx.x;
        const auto pieces = static_cast<unsigned>((box.counts[0] + piece - 1) / piece);
        at_[0] = static_cast<int>(number % pieces) * piece;
        at_[1] = static_cast<int>(number / pieces);
        at_[2] = plane;
        here_ = (at_[2] * box.counts[1] + at_[1]) * box.counts[0] + at_[0];
    }

    [[nodiscard]] bool exists() const { return at_[1] < box_.counts[1]; }

    void write_divergence(const DivergenceArguments<T>& arguments) const
    {
        const Values u = value(arguments.velocity[0], 0);
        const Values v[2] = {before(arguments.velocity[1], 1), value(arguments.velocity[1], 0)};
        const Values w[2] = {before(arguments.velocity[2], 2), value(arguments.velocity[2], 0)};
        T previous = before_piece(arguments.velocity[0]);
        const T per_y = box_.axes[1].per_width[at_[1]];
        const T per_z = box_.axes[2].per_width[at_[2]];
        Values result;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            result.of[c] = box_.axes[0].per_width[at_[0] + c] * (u.of[c] - previous) +
                           per_y * (v[1].of[c] - v[0].of[c]) + per_z * (w[1].of[c] - w[0].of[c]);
            previous = u.of[c];
        }
        write(arguments.out[0], result);
    }

    void write_projected(const DivergenceArguments<T>& arguments) const
    {
        const Values q = value(arguments.impulse, 0);
        const T next = after_piece(arguments.impulse);
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            Values velocity = value(arguments.velocity[component], 0);
            Values other;
            if (component == 0) {
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    other.of[c] = c + 1 < piece ? q.of[c + 1 < piece ? c + 1 : c] : next;
                    if (at_[0] + c + 1 == box_.counts[0]) {
                        other.of[c] = next;
                    }
                }
            } else {
                other = after(arguments.impulse, component);
            }
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                const T per_gap =
                    box_.axes[component].per_gap[component == 0 ? at_[0] + c : at_[component]];
                velocity.of[c] = projected(velocity.of[c], per_gap, other.of[c] - q.of[c]);
            }
            write(arguments.out[component], velocity);
        }
    }

private:
    [[nodiscard]] Values value(const T* array, long long offset) const
    {
        return load_piece<Config::aligned, piece>(array + here_ + offset, at_[0], box_.counts[0]);
    }
    void write(T* array, const Values& values) const
    {
        store_piece<Config::aligned>(array + here_, values, at_[0], box_.counts[0]);
    }

    /// The neighbours of the piece along y or z, continued beyond faces.
    [[nodiscard]] Values before(const T* velocity, int axis) const
    {
        if (at_[axis] > 0) {
            return value(velocity, -step(axis));
        }
        if (box_.periodic[axis]) {
            return value(velocity, (box_.counts[axis] - 1) * step(axis));
        }
        Values values;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const long long i = at_[0] + c < box_.counts[0] ? at_[0] + c : box_.counts[0] - 1;
            values.of[c] =
                box_.faces[2 * axis].velocity[axis].added(at_[3 - axis] * box_.counts[0] + i);
        }
        return values;
    }
    [[nodiscard]] Values after(const T* impulse, int axis) const
    {
        if (at_[axis] + 1 < box_.counts[axis]) {
            return value(impulse, step(axis));
        }
        if (box_.periodic[axis]) {
            return value(impulse, (1 - box_.counts[axis]) * step(axis));
        }
        Values values = value(impulse, 0);
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            values.of[c] *= box_.faces[2 * axis + 1].pressure_factor;
        }
        return values;
    }

    /// The value before the piece along x.
    [[nodiscard]] T before_piece(const T* velocity) const
    {
        if (at_[0] > 0) {
            return velocity[here_ - 1];
        }
        return box_.periodic[0] ? velocity[here_ + box_.counts[0] - 1]
                                : box_.faces[0].velocity[0].added(at_[2] * box_.counts[1] + at_[1]);
    }
    /// The value behind the piece, or behind the row if that ends in the piece.
    [[nodiscard]] T after_piece(const T* impulse) const
    {
        if (at_[0] + piece < box_.counts[0]) {
            return impulse[here_ + piece];
        }
        const T* row = impulse + here_ - at_[0];
        return box_.periodic[0] ? row[0] : box_.faces[1].pressure_factor * row[box_.counts[0] - 1];
    }

    [[nodiscard]] long long step(int axis) const
    {
        return axis == 1 ? box_.counts[0] : box_.counts[0] * box_.counts[1];
    }

    const Box<T>& box_;
    int at_[3];       ///< of the first value
    long long here_;  ///< its place in an array
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(tobiuo::flow::divergence_threads) flow_divergence(
    const __grid_constant__ tobiuo::flow::DivergenceArguments<Config::Real> arguments)
{
    for (int k = static_cast<int>(blockIdx.y); k < arguments.box.counts[2]; k += gridDim.y) {
        const tobiuo::flow::PieceOfRow<Config> piece{arguments.box, k};
        if (piece.exists()) {
            piece.write_divergence(arguments);
        }
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::divergence_threads)
    flow_project(const __grid_constant__ tobiuo::flow::DivergenceArguments<Config::Real> arguments)
{
    for (int k = static_cast<int>(blockIdx.y); k < arguments.box.counts[2]; k += gridDim.y) {
        const tobiuo::flow::PieceOfRow<Config> piece{arguments.box, k};
        if (piece.exists()) {
            piece.write_projected(arguments);
        }
    }
}
