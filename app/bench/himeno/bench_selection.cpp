// Checks the options of `tobiuo bench himeno` before any work.
#include "app/bench/himeno/bench_selection.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <set>
#include <span>

#include "app/bench/selection.hpp"
#include "app/errors.hpp"
#include "app/machine/named_device.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {
namespace {

InputError wrong(const char* option, const std::string& sentence)
{
    return {{.source = option, .line = 0, .column = 0}, sentence};
}

/// The error for an unknown word: "unknown kernel 'blokced' (did you mean 'blocked'? known:
/// blocked, twin)".
InputError unknown(const char* option, std::string_view what, const std::string& word,
                   const std::vector<std::string>& known)
{
    return wrong(option,
                 fmt::format("unknown {} {}{}", what, in_quotes(word), suggestion(word, known)));
}

/// The named kernels, or all, on every back end.
std::vector<const stencil::SweepKind*> named_kinds(const BenchHimenoOptions& options)
{
    std::vector<std::string> known;
    std::vector<const stencil::SweepKind*> named;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        known.emplace_back(kind.name);
        if (options.kernels.empty() || bench::has(options.kernels, kind.name)) {
            named.push_back(&kind);
        }
    }
    for (const std::string& name : options.kernels) {
        if (!bench::has(known, name)) {
            throw unknown("--kernels", "kernel", name, known);
        }
    }
    return named;
}

/// Throws DeviceError with the cure if nothing can be measured on the back end.
void require_place(Backend backend, int device, const std::string& cure)
{
    if (backend == Backend::cuda) {
        named_device(device, "measure on", cure);
    } else if (backend == Backend::opencl) {
        if (const auto reason = opencl::unsupported_reason()) {
            throw device::DeviceError{
                fmt::format("cannot measure on an OpenCL device ({}): {}", *reason, cure)};
        }
    }
}

bool is_there(Backend backend, int device)
{
    return backend != Backend::cuda ||
           device::device_unsupported_reason(device::survey(), device).empty();
}

/// Whether the options name the back end: by --backends or, without it, by --device.
bool is_named(Backend backend, const BenchHimenoOptions& options)
{
    return options.backends.empty() ? backend == Backend::cuda && options.device_named
                                    : bench::has(options.backends, word_of(backend));
}

/// The back ends of `kinds` that the options ask for, by default all but OpenCL, and the GPU only if
/// there is one. What a back end, a kernel or --device names must exist, whether or not there is a
/// kernel for it.
std::vector<Backend> chosen_backends(const BenchHimenoOptions& options,
                                     std::span<const stencil::SweepKind* const> kinds)
{
    std::vector<Backend> chosen;
    for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::opencl}) {
        const bool named = is_named(backend, options);
        const auto kind = std::ranges::find(kinds, backend, &stencil::SweepKind::backend);
        if (named) {
            require_place(backend, options.device, "use --backends cpu");
        }
        if (kind == kinds.end()) {
            continue;
        }
        if (!named && !options.backends.empty()) {
            if (!options.kernels.empty()) {
                throw wrong("--kernels",
                            fmt::format("kernel '{}' runs on {}, which --backends leaves out: add "
                                        "it there or leave out the kernel",
                                        (*kind)->name, word_of(backend)));
            }
            continue;
        }
        if (!named && options.kernels.empty() &&
            (backend == Backend::opencl || !is_there(backend, options.device))) {
            continue;
        }
        require_place(backend, options.device,
                      fmt::format("leave out the kernel '{}'", (*kind)->name));
        chosen.push_back(backend);
    }
    return chosen;
}

/// The parameters of the command line; some kernel of `kinds` has and accepts each of them.
std::map<std::string, std::string, std::less<>> chosen_parameters(
    const BenchHimenoOptions& options, std::span<const stencil::SweepKind* const> kinds)
{
    std::map<std::string, std::string, std::less<>> chosen;
    for (const std::string& text : options.parameters) {
        const auto equals = text.find('=');
        if (equals == std::string::npos) {
            throw wrong("--parameters",
                        fmt::format("{} is not written like block=128x2", in_quotes(text)));
        }
        const std::string name = text.substr(0, equals);
        const std::string value = text.substr(equals + 1);
        std::set<std::string> names;
        std::vector<std::string> values{"auto"};
        for (const stencil::SweepKind* kind : kinds) {
            for (const stencil::Parameter& parameter : kind->parameters) {
                names.emplace(parameter.name);
                if (parameter.name == name) {
                    values.insert(values.end(), parameter.choices.begin(), parameter.choices.end());
                }
            }
        }
        if (!names.contains(name)) {
            throw unknown("--parameters", "parameter of the kernels chosen", name,
                          {names.begin(), names.end()});
        }
        if (!bench::has(values, value)) {
            throw unknown("--parameters", "value of " + name, value, values);
        }
        if (!chosen.emplace(name, value).second) {
            throw wrong("--parameters", "'" + name + "' is given twice: keep one of them");
        }
    }
    return chosen;
}

}  // namespace

std::vector<himeno::Preset> chosen_sizes(const BenchHimenoOptions& options)
{
    std::vector<himeno::Preset> chosen;
    for (const std::string& name : options.sizes) {
        const auto preset = himeno::find_preset(name);
        if (!preset) {
            std::vector<std::string> known;
            for (const himeno::Preset& one : himeno::presets) {
                known.emplace_back(one.name);
            }
            throw unknown("--sizes", "size", name, known);
        }
        chosen.push_back(*preset);
    }
    return chosen;
}

Selection select_for_bench(const BenchHimenoOptions& options)
{
    Selection selection{.sizes = chosen_sizes(options),
                        .backends = {},
                        .kinds = named_kinds(options),
                        .parameters = {}};
    selection.backends = chosen_backends(options, selection.kinds);
    std::erase_if(selection.kinds, [&](const stencil::SweepKind* kind) {
        return std::ranges::find(selection.backends, kind->backend) == selection.backends.end();
    });
    selection.parameters = chosen_parameters(options, selection.kinds);
    return selection;
}

}  // namespace tobiuo
