// SPDX-License-Identifier: BSD-3-Clause
// The table of kernels. A new kernel is one line here, in cuda_kinds.cpp or in
// kernels/opencl/stencil/opencl_kinds.cpp.
#include <stdexcept>
#include <vector>

#include "kernels/stencil/host_kinds.hpp"
#include "kernels/stencil/opencl_kinds.hpp"
#include "kernels/stencil/registry/cuda_kinds.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::stencil {
namespace {

std::vector<SweepKind> all_kinds()
{
    std::vector<SweepKind> kinds{blocked_kind(), twin_kind()};
    for (const SweepKind& kind : cuda_kinds()) {
        kinds.push_back(kind);
    }
    for (const SweepKind& kind : opencl_kinds()) {
        kinds.push_back(kind);
    }
    return kinds;
}

}  // namespace

std::span<const SweepKind> sweep_kinds()
{
    static const std::vector<SweepKind> kinds = all_kinds();
    return kinds;
}

const SweepKind& choose_kind(Backend backend, std::string_view name, const SweepRequest& request)
{
    std::string known;
    std::string first_unsupported_reason;
    for (const SweepKind& kind : sweep_kinds()) {
        if (kind.backend != backend) {
            continue;
        }
        known += (known.empty() ? "" : ", ") + std::string{kind.name};
        if (name != "auto" && name != kind.name) {
            continue;
        }
        const std::optional<std::string> reason = kind.unsupported_reason(request);
        if (!reason) {
            return kind;
        }
        if (first_unsupported_reason.empty()) {
            first_unsupported_reason = *reason;
        }
    }
    if (!first_unsupported_reason.empty()) {
        throw std::invalid_argument{first_unsupported_reason};
    }
    throw std::invalid_argument{"no kernel '" + std::string{name} + "' for backend " +
                                std::string{word_of(backend)} + " (there are: " + known + ")"};
}

}  // namespace tobiuo::stencil
