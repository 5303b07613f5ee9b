// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/himeno/himeno_wisdom.hpp"

#include <spdlog/fmt/fmt.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "app/machine/host.hpp"
#include "app/run/place.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/tune/candidates.hpp"
#include "kernels/stencil/tune/tune.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/opencl/survey.hpp"
#include "runtime/tuning/wisdom_file.hpp"

namespace tobiuo {
namespace {

using tuning::Decision;
using tuning::Situation;

std::string machine_word()
{
    utsname names{};
    return uname(&names) == 0 ? static_cast<const char*>(names.machine) : "unknown";
}

std::string problem_text(std::string_view label, const stencil::SweepRequest& request)
{
    const stencil::Shape& shape = request.shape;
    return fmt::format("himeno {}x{}x{} {}, {}", shape.ni, shape.nj, shape.nk,
                       word_of(request.precision), label);
}

/// The classes of kernels that `kernel.name: auto` may choose from on a back end.
std::set<std::string_view> labels_of(Backend backend)
{
    std::set<std::string_view> labels;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.backend == backend) {
            labels.insert(kind.label);
        }
    }
    return labels;
}

/// Chooses kernel and parameters of one case.
class Chooser {
public:
    Chooser(const HimenoCase& himeno, const stencil::SweepKind& fallback,
            const stencil::SweepRequest& request)
        : himeno_{himeno}, fallback_{fallback}, request_{request}
    {
    }

    KernelChoice choose(tuning::WisdomOnDisk found)
    {
        choice_.warnings = std::move(found.warnings);
        const auto known = decisions_in(found.wisdom);
        for (const Decision& decision : known) {
            if (take(decision)) {
                return std::move(choice_);
            }
        }
        if (known.empty()) {
            warn_of_outdated(found.wisdom);
        }
        return by_default(known.empty()
                              ? "no wisdom for this size; `tobiuo tune himeno` may find better"
                              : "the wisdom for this size does not fit the case");
    }

    KernelChoice by_default(std::string_view why)
    {
        choice_.kind = &fallback_;
        choice_.parameters = request_.parameters;
        choice_.sentence = fmt::format(
            "kernel {}: {}",
            stencil::text_of({.kind = &fallback_, .parameters = request_.parameters}), why);
        return std::move(choice_);
    }

private:
    [[nodiscard]] bool is_named() const { return himeno_.kernel != "auto"; }

    [[nodiscard]] std::set<std::string_view> labels() const
    {
        return is_named() ? std::set{fallback_.label} : labels_of(fallback_.backend);
    }

    [[nodiscard]] std::string_view kernel() const
    {
        return is_named() ? fallback_.name : std::string_view{};
    }

    /// The fastest decision of each class, the fastest class first.
    [[nodiscard]] std::vector<Decision> decisions_in(const tuning::Wisdom& wisdom) const
    {
        std::vector<Decision> all;
        for (const std::string_view label : labels()) {
            if (auto one =
                    wisdom.find(situation_of(fallback_.backend, label, request_), kernel())) {
                all.push_back(std::move(*one));
            }
        }
        std::ranges::sort(all, std::ranges::greater{}, &Decision::gflops);
        return all;
    }

    /// Follows `decision`; returns false, perhaps with a warning, if that is not possible.
    bool take(const Decision& decision)
    {
        const auto kinds = stencil::sweep_kinds();
        const auto kind = std::ranges::find_if(kinds, [&](const stencil::SweepKind& one) {
            return one.name == decision.kernel && one.backend == fallback_.backend;
        });
        if (kind == kinds.end()) {
            refuse(decision, "there is no such kernel here");
            return false;
        }
        const bool agrees = std::ranges::all_of(request_.parameters, [&](const auto& given) {
            const auto known = decision.parameters.find(given.first);
            return known != decision.parameters.end() && known->second == given.second;
        });
        if (!agrees) {
            return false;
        }
        const stencil::Candidate candidate{.kind = &*kind, .parameters = decision.parameters};
        if (const auto unsupported_reason = stencil::unsupported_reason_of(candidate, request_)) {
            refuse(decision, *unsupported_reason);
            return false;
        }
        choice_.kind = candidate.kind;
        choice_.parameters = candidate.parameters;
        choice_.wisdom = decision;
        choice_.sentence =
            fmt::format("kernel {}: from wisdom of {}, {:.4g} GFLOPS", stencil::text_of(candidate),
                        decision.date.substr(0, 10), decision.gflops);
        return true;
    }

    void refuse(const Decision& decision, std::string_view reason)
    {
        choice_.warnings.push_back(fmt::format(
            "the wisdom of {} names kernel '{}' and is not used ({}): `tobiuo tune himeno` renews "
            "it",
            decision.date.substr(0, 10), decision.kernel, reason));
    }

    void warn_of_outdated(const tuning::Wisdom& wisdom)
    {
        for (const std::string_view label : labels()) {
            const Situation here = situation_of(fallback_.backend, label, request_);
            if (const auto old = wisdom.outdated(here, kernel())) {
                choice_.warnings.push_back(fmt::format(
                    "the wisdom of {} for this size is not used (it is for {}, {}, engine {}; here "
                    "are {}, {}, engine {}): `tobiuo tune himeno` renews it",
                    old->date.substr(0, 10), old->situation.architecture, old->situation.conditions,
                    old->situation.engine, here.architecture, here.conditions, here.engine));
                return;
            }
        }
    }

    const HimenoCase& himeno_;
    const stencil::SweepKind& fallback_;
    const stencil::SweepRequest& request_;
    KernelChoice choice_;
};

}  // namespace

std::filesystem::path wisdom_file(const WisdomOptions& options)
{
    return options.file.value_or(tuning::default_wisdom_file());
}

Situation situation_of(Backend backend, std::string_view label,
                       const stencil::SweepRequest& request)
{
    Situation situation{.problem = problem_text(label, request),
                        .device = {},
                        .architecture = {},
                        .conditions = {},
                        .engine = std::string{stencil::tuning_engine}};
    const Place place{.backend = backend, .device = request.device};
    if (place.is_cpu()) {
        const HostInfo host = host_info();
        situation.device = host.processor;
        situation.architecture = machine_word();
        situation.conditions = fmt::format("{} threads", host.threads);
        return situation;
    }
    if (place.is_opencl()) {
        const opencl::DeviceInfo& device = opencl::chosen_device();
        situation.device = device.name;
        situation.architecture = device.platform;
        situation.conditions = device.version;
        return situation;
    }
    const device::Survey& survey = device::survey();
    const auto index = static_cast<std::size_t>(place.device);
    if (index < survey.devices.size()) {
        const device::DeviceInfo& found = survey.devices[index];
        situation.device = found.name;
        situation.architecture = fmt::format("{}.{}", found.major, found.minor);
    }
    situation.conditions = "CUDA driver " + device::version_text(survey.driver_version);
    return situation;
}

KernelChoice choose_with_wisdom(const HimenoCase& himeno, const stencil::SweepKind& fallback,
                                const stencil::SweepRequest& request, const WisdomOptions& options)
{
    Chooser chooser{himeno, fallback, request};
    const bool settled =
        himeno.kernel != "auto" && request.parameters.size() == fallback.parameters.size();
    if (settled) {
        return chooser.by_default("the case says so");
    }
    if (!options.use) {
        return chooser.by_default(fmt::format("wisdom is not asked ({})", options.why_not));
    }
    return chooser.choose(tuning::read_wisdom(wisdom_file(options)));
}

}  // namespace tobiuo
