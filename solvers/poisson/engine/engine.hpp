// One back end of a solver in one precision.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A solver with walls. f and u are validated (validate_arrays()), and so are the values on the
/// walls (given_walls()).
template <typename T>
class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// Solves; f keeps its values unless it is u. Throws std::invalid_argument before anything is
    /// computed if the solver accepts only walls at zero and others are given.
    virtual void solve(const T* f, const walls::GivenFaces<T>& given, T* u,
                       Stream stream) const = 0;
    [[nodiscard]] virtual Solved solved(Stream stream) const = 0;
    [[nodiscard]] virtual std::size_t workspace_bytes() const = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
};

template <typename T>
[[nodiscard]] std::unique_ptr<const Engine<T>> make_host_engine(const Problem& problem,
                                                                const SolverOptions& options);

/// Makes an engine on the current device. Throws std::invalid_argument as DeviceSolver does, or
/// DeviceError.
template <typename T>
[[nodiscard]] std::unique_ptr<const Engine<T>> make_device_engine(const Problem& problem,
                                                                  const SolverOptions& options);

/// Makes an engine on the chosen OpenCL device, whose arrays are in host memory and are copied.
/// Throws std::invalid_argument as OpenclSolver does, or DeviceError.
template <typename T>
[[nodiscard]] std::unique_ptr<const Engine<T>> make_opencl_engine(const Problem& problem,
                                                                  const SolverOptions& options);

/// The reason why the current device, or the chosen OpenCL device, cannot solve a valid problem, as
/// one sentence; nothing if it can.
[[nodiscard]] std::optional<std::string> device_unsupported_reason(const Problem& problem);
[[nodiscard]] std::optional<std::string> opencl_unsupported_reason(const Problem& problem);

extern template std::unique_ptr<const Engine<float>> make_host_engine(const Problem&,
                                                                      const SolverOptions&);
extern template std::unique_ptr<const Engine<double>> make_host_engine(const Problem&,
                                                                       const SolverOptions&);
extern template std::unique_ptr<const Engine<float>> make_device_engine(const Problem&,
                                                                        const SolverOptions&);
extern template std::unique_ptr<const Engine<double>> make_device_engine(const Problem&,
                                                                         const SolverOptions&);
extern template std::unique_ptr<const Engine<float>> make_opencl_engine(const Problem&,
                                                                        const SolverOptions&);
extern template std::unique_ptr<const Engine<double>> make_opencl_engine(const Problem&,
                                                                         const SolverOptions&);

}  // namespace tobiuo::poisson
