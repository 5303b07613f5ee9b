// SPDX-License-Identifier: BSD-3-Clause
// The contract of every stencil kernel: a plan that sweeps, and the row of the table that makes it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// A plan for sweeps of one shape. Making it allocates and compiles; it then runs many times.
///
/// One sweep, on the interior points:
///     p_new = p + omega * bnd * (S(p) * a3 - p),   S(p) the 19-point sum of the benchmark.
/// Every kernel evaluates it in the order of the benchmark's source with one rounding per
/// operation, so p has the same bits from every kernel, back end and thread count.
///
/// Source    R. Himeno, himenoBMT, RIKEN.
/// Twin      kernels/stencil/reference/twin.cpp
class SweepPlan {
public:
    SweepPlan() = default;
    SweepPlan(const SweepPlan&) = delete;
    SweepPlan& operator=(const SweepPlan&) = delete;
    virtual ~SweepPlan() = default;

    /// Fills all arrays from `source`, and launches a device kernel once so that its code is
    /// loaded; p is in its initial state afterwards.
    virtual void load(const ArraySource& source) = 0;

    /// Does gosa.size() sweeps and waits for them. gosa[s] is the sum over the interior of the
    /// squared residual of sweep s, in double, summed in a fixed order: the same bits every run.
    virtual void sweep_and_wait(std::span<double> gosa) = 0;

    /// Copies the i-planes [first, first + count) of p to `out`, converted to its type.
    virtual void read_pressure(std::int64_t first, std::int64_t count,
                               std::span<float> out) const = 0;
    virtual void read_pressure(std::int64_t first, std::int64_t count,
                               std::span<double> out) const = 0;

    /// One readable line for the log: kernel, parameters chosen, memory.
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// The planes at both ends of i that a plan reads and does not compute: the boundary, or as many as
/// a pass has sweeps where the planes of another rank follow, see PassPlan.
struct GhostPlanes {
    std::int64_t before = 1;
    std::int64_t after = 1;
};

/// What a plan is asked for. A kernel chooses the `parameters` that the user did not set.
struct SweepRequest {
    Shape shape;
    Precision precision = Precision::fp32;
    double omega = 0.8;
    int device = 0;           ///< CUDA device index; ignored by other kernels
    bool in_parts = false;    ///< whether a PassPlan is asked for
    GhostPlanes ghosts = {};  ///< more than one for a PassPlan only
    std::map<std::string, std::string, std::less<>> parameters = {};

    /// The planes that the plan computes.
    [[nodiscard]] PlaneRange own_planes() const
    {
        return {.first = ghosts.before, .end = shape.ni - ghosts.after};
    }
};

class PassPlan;

/// A parameter of a kernel that a case's `kernel:` section may set.
struct Parameter {
    std::string_view name;
    std::string_view summary;
    std::span<const std::string_view> choices;  ///< the accepted values; `auto` always is
};

struct Footprint {
    std::int64_t host_bytes{};  ///< also those of a device whose memory is the host's
    std::int64_t device_bytes{};
};

/// One row of the table of kernels.
struct SweepKind {
    std::string_view name;  ///< the value of `kernel.name` in a case
    Backend backend;
    std::string_view summary;
    std::string_view label;  ///< the class of the kernel: one-sweep, temporal-blocked T=n, ...
    int sweeps_per_pass;
    std::span<const Parameter> parameters;
    /// Why the kernel does not serve the request, ready to print; nothing if it does.
    std::optional<std::string> (*unsupported_reason)(const SweepRequest& request);
    Footprint (*footprint)(const SweepRequest& request);
    std::unique_ptr<SweepPlan> (*make)(const SweepRequest& request);
    /// Null if the kernel cannot make its passes in parts.
    std::unique_ptr<PassPlan> (*make_passes)(const SweepRequest& request) = nullptr;
};

/// All kernels, the preferred one of each back end first: the same in every build. Whether their
/// back end is there is the question of unsupported_reason(Backend) and of device::survey().
[[nodiscard]] std::span<const SweepKind> sweep_kinds();

/// The kernel called `name` (or, for "auto", the first that supports it) of `backend`.
/// Throws std::invalid_argument naming the kernels there are, or the reason against it.
[[nodiscard]] const SweepKind& choose_kind(Backend backend, std::string_view name,
                                           const SweepRequest& request);

}  // namespace tobiuo::stencil
