// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/backend.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

/// The kernel of `backend` for the request. Throws InputError with the reason if there is none.
const stencil::SweepKind& kind_for(Backend backend, const HimenoCase& himeno,
                                   const stencil::SweepRequest& request)
{
    try {
        return stencil::choose_kind(backend, himeno.kernel, request);
    } catch (const std::invalid_argument& error) {
        throw InputError{himeno.kernel_at, std::string{"kernel: "} + error.what()};
    }
}

/// The back end of the kernel that the case names; nothing for `auto`.
std::optional<Backend> backend_of_kernel(const HimenoCase& himeno)
{
    const auto kinds = stencil::sweep_kinds();
    const auto found = std::ranges::find(kinds, himeno.kernel, &stencil::SweepKind::name);
    return found == kinds.end() ? std::nullopt : std::optional{found->backend};
}

/// The sentence for a kernel whose device is not there. Another back end would not have it, so that
/// another kernel is the cure.
std::string missing_device(const Case& the_case, const HimenoCase& himeno,
                           const std::string& device, const std::string& reason)
{
    std::vector<std::string> others;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.backend == Backend::cpu) {
            others.emplace_back(kind.name);
        }
    }
    const bool is_chosen = the_case.backend != BackendChoice::automatic;
    return "the kernel '" + himeno.kernel + "' needs " + device + ", but " + reason +
           "; use `kernel.name: auto`" + (is_chosen ? " with `backend: auto`" : "") +
           ", or a kernel of the CPU (" + list_of(others) + ")";
}

/// Why no kernel serves the request there; nothing if one does.
std::optional<std::string> kernel_unsupported_reason(Backend backend, const HimenoCase& himeno,
                                                     const stencil::SweepRequest& request)
{
    try {
        static_cast<void>(stencil::choose_kind(backend, himeno.kernel, request));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

DeviceSolver sweeps(const Case& the_case, const HimenoCase& himeno,
                    const stencil::SweepRequest& request)
{
    DeviceSolver solver;
    // What is asked for and has no kernel is an error of the kernel, see kind_for().
    const bool is_asked_for =
        the_case.backend != BackendChoice::automatic || backend_of_kernel(himeno).has_value();
    solver.unsupported_reason = [&himeno, &request, is_asked_for](const Place& place) {
        return is_asked_for ? std::nullopt
                            : kernel_unsupported_reason(place.backend, himeno, request);
    };
    solver.needs = [&himeno, &request](const Place& place) {
        const stencil::SweepKind& kind = kind_for(place.backend, himeno, request);
        return DeviceNeeds{.bytes = kind.footprint(request).device_bytes};
    };
    if (himeno.kernel != "auto") {
        solver.missing = [&the_case, &himeno](const std::string& device,
                                              const std::string& reason) {
            return missing_device(the_case, himeno, device, reason);
        };
    }
    return solver;
}

}  // namespace

int device_of_rank(const Case& the_case, const World& world)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    return world.is_alone() || devices == 0 ? the_case.device
                                            : (the_case.device + world.rank_on_machine()) % devices;
}

KernelPlace decide_backend(const Case& the_case, const HimenoCase& himeno,
                           const stencil::SweepRequest& request, const MachineFacts& machine)
{
    Case placed = the_case;
    placed.device = request.device;
    const DeviceSolver solver = sweeps(the_case, himeno, request);
    const auto named = backend_of_kernel(himeno);
    Place place = named && the_case.backend == BackendChoice::automatic
                      ? named_place(*named, placed, solver, machine,
                                    "kernel '" + himeno.kernel + "' runs there")
                      : decide_place(placed, solver, machine);
    const stencil::SweepKind& kind = kind_for(place.backend, himeno, request);
    return {.kind = &kind, .place = std::move(place)};
}

}  // namespace tobiuo
