// SPDX-License-Identifier: BSD-3-Clause
// Reads the part of a case that belongs to `solver: himeno`, and checks its keys against each
// other.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/solvers.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo::casefile {
namespace {

std::string list_of_views(std::span<const std::string_view> words)
{
    return list_of(std::vector<std::string>{words.begin(), words.end()});
}

BackendChoice choice_of(Backend backend)
{
    switch (backend) {
        case Backend::cuda:
            return BackendChoice::cuda;
        case Backend::opencl:
            return BackendChoice::opencl;
        case Backend::cpu:
            break;
    }
    return BackendChoice::cpu;
}

/// The kernels called `name` that a back end of the case could run.
std::vector<const stencil::SweepKind*> kinds_called(std::string_view name, BackendChoice backend)
{
    std::vector<const stencil::SweepKind*> kinds;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.name == name &&
            (backend == BackendChoice::automatic || backend == choice_of(kind.backend))) {
            kinds.push_back(&kind);
        }
    }
    return kinds;
}

/// Reports a parameter that none of `kinds`, all called `kernel`, has or accepts with that value.
void check_switch(const Section& section, const std::string& name, const std::string& value,
                  const std::string& kernel, const std::vector<const stencil::SweepKind*>& kinds)
{
    std::vector<std::string> known;
    std::string choices;
    for (const stencil::SweepKind* kind : kinds) {
        for (const stencil::Parameter& parameter : kind->parameters) {
            known.emplace_back(parameter.name);
            if (parameter.name != name) {
                continue;
            }
            if (parameter.choices.empty() ||
                std::ranges::find(parameter.choices, value) != parameter.choices.end()) {
                return;
            }
            choices = list_of_views(parameter.choices);
        }
    }
    if (choices.empty()) {
        section.report(name, "the kernel '" + kernel + "' has no such switch (it has " +
                                 (known.empty() ? "none" : list_of(known)) + "): remove it");
    } else {
        section.report(name, in_quotes(value) + " is not for the kernel '" + kernel +
                                 "' (which takes auto, " + choices + ")");
    }
}

void check_kernel(const Section& root, BackendChoice backend, const HimenoCase& himeno)
{
    if (himeno.kernel == "auto") {
        return;
    }
    const Section section = root.section("kernel");
    const auto kinds = kinds_called(himeno.kernel, backend);
    if (kinds.empty()) {
        section.report("name", "the kernel '" + himeno.kernel + "' is not one of backend: " +
                                   backend_words.at(static_cast<std::size_t>(backend)) +
                                   " (it runs elsewhere): choose another kernel or backend");
        return;
    }
    for (const Key& key : section.table().keys) {
        const auto given = himeno.kernel_parameters.find(key.name);
        if (given != himeno.kernel_parameters.end()) {
            check_switch(section, key.name, given->second, himeno.kernel, kinds);
        }
    }
}

}  // namespace

HimenoCase read_himeno(const Section& root, const Case& common)
{
    HimenoCase himeno;
    read_bound(root, himeno);
    check_kernel(root, common.backend, himeno);
    if (himeno.checkpoint && std::holds_alternative<himeno::TargetSeconds>(himeno.stop)) {
        root.report("checkpoint",
                    "a run of the official protocol times its sweeps without a break: remove it, "
                    "or give run.sweeps or run.tolerance");
    }
    return himeno;
}

}  // namespace tobiuo::casefile
