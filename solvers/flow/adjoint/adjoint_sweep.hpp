// SPDX-License-Identifier: BSD-3-Clause
// The discrete adjoint of the steps of a flow, the same on every back end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/flow/adjoint.hpp>

#include "kernels/flow/adjoint/adjoint_items.hpp"
#include "kernels/flow/observe_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "solvers/flow/stepper.hpp"

namespace tobiuo::flow {

/// Between how many of so many steps a state is kept, by AdjointOptions::steps_between.
[[nodiscard]] int chosen_steps_between(int steps, int asked);
/// The states that are kept at a time: those before stages, and those at the begins of segments.
[[nodiscard]] std::int64_t kept_states(int steps, int between);

/// Steps forwards with a Stepper, and backwards through the states before its stages. Calls are those of
/// Adjoint, whose arguments are checked before.
///
/// Backwards, a stage u = P (u_before + gamma dt N + zeta dt N_old) is: the adjoint of u is projected, that
/// of N is gamma dt times it and zeta dt times that of the stage behind it, and the transpose of N
/// adds to the adjoint of u_before.
template <typename T>
class AdjointSweep {
public:
    AdjointSweep(const Problem& problem, double time_step, int steps, const AdjointOptions& options,
                 FlowMachine<T> machine);

    void set_numbers(const Problem& problem, Stream stream);
    void advance(const T* state, Begin begin, T* end, Stream stream);
    void backward(const T* by_end, T* by_state, Stream stream);
    [[nodiscard]] AdjointGradients gradients_and_wait(Stream stream) const;

    [[nodiscard]] bool has_advanced() const { return recorded_ >= 0; }
    [[nodiscard]] bool has_gone_back() const { return has_gone_back_; }
    [[nodiscard]] std::int64_t state_values() const { return stepper_.state_values(); }
    [[nodiscard]] std::size_t memory_bytes() const { return stepper_.memory_bytes() + bytes_; }
    [[nodiscard]] const runtime::Machine& memory() const { return stepper_.machine().memory(); }

private:
    static constexpr int scalar_quantity = 3;

    /// A state at the begin of a segment.
    struct Kept {
        runtime::Array here;          ///< where the flow is
        std::vector<std::byte> host;  ///< or in memory of the host
    };

    template <typename Value>
    [[nodiscard]] Value* allocate(std::size_t count);
    [[nodiscard]] std::size_t face_points(int face) const;
    void allocate_gradients(const Problem& problem);
    void find_factors(const Problem& problem);

    /// Takes the steps of a segment from where the stepper is and keeps the states before their stages.
    void record(int segment, Stream stream);
    [[nodiscard]] int steps_of(int segment) const;
    void keep(int segment, Stream stream);
    void return_to(int segment, Stream stream);

    /// The padded arrays.
    [[nodiscard]] AdjointStage<T> stage() const;
    void add_faces(const AdjointStage<T>& stage, Stream stream);
    void go_back(int number, const T* state, Stream stream);
    /// projected_ = the adjoint of what a projection was given, and what faces have in it.
    void project(Stream stream);
    void weigh(const T* from, T* to, int quantity, bool divides, Stream stream) const;
    void clear_gradients(Stream stream);
    /// The parts of the derivative by the force.
    [[nodiscard]] std::size_t parts() const
    {
        constexpr std::size_t most = 65536;  // threads that keep a GPU at work
        return points_ < most ? points_ : most;
    }
    [[nodiscard]] double sum_and_wait(const double* values, Stream stream) const;

    Stepper<T> stepper_;
    runtime::ForEach<PadForAdjoint<T>> pad_;
    runtime::ForEach<AdjointMomentum<T>> momentum_;
    runtime::ForEach<AdjointForce<T>> by_force_;
    runtime::ForEach<AdjointScalar<T>> scalar_;
    runtime::ForEach<AdjointFace<T>> face_;
    runtime::ForEach<AddBesideFace<T>> beside_face_;
    runtime::ForEach<WeighByVolume<T>> weigh_;
    runtime::ForEach<SumOfRow<T>> sum_;
    std::vector<runtime::Array> arrays_;  ///< go before the kernels, when the work on them is done
    std::size_t bytes_ = 0;
    std::size_t points_;
    double time_step_;
    int steps_;
    int steps_between_;

    T* velocity_[3];   ///< the adjoints of the velocity that a stage leaves
    T* projected_[3];  ///< of u*
    T* later_[3];      ///< of the stage behind
    T* impulse_;
    T* scalar_values_ = nullptr;  ///< null if the flow carries none
    T* next_scalar_ = nullptr;
    T* later_scalar_ = nullptr;
    T* padded_[4] = {};  ///< u, v, w and the scalar before a stage
    T* rates_[4] = {};   ///< the adjoints of their rates, padded

    double* force_ = nullptr;  ///< null where nobody wants it; see AdjointForce
    double* viscosity_ = nullptr;
    double* diffusivity_ = nullptr;
    double* row_sums_ = nullptr;
    std::array<std::array<double*, 4>, face_count> by_face_{};
    std::array<std::array<double, 4>, face_count> factors_{};
    std::array<bool, face_count> gives_flux_{};

    std::vector<T*> before_stages_;  ///< states of a segment
    std::vector<Kept> kept_;
    int recorded_ = -1;  ///< the segment that before_stages_ has
    Begin begin_ = Begin::resume;
    bool has_gone_back_ = false;
};

extern template class AdjointSweep<float>;
extern template class AdjointSweep<double>;

}  // namespace tobiuo::flow
