// SPDX-License-Identifier: BSD-3-Clause
// Which jobs the options of `tobiuo bench scaling` ask for.
#include "app/bench/scaling/jobs.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/bench/selection.hpp"
#include "app/wording.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// The sizes without --sizes.
struct UsualSizes {
    std::vector<std::string> poisson;
    std::vector<std::string> fft;
    std::vector<std::string> flow;
    std::vector<std::string> himeno;
    std::string weak;
};

UsualSizes usual_sizes(const bench::MachineKind& machine)
{
    if (machine.is_device) {
        return {.poisson = {"512^3", "1024^3"},
                .fft = {"1024^3"},
                .flow = {"512^3"},
                .himeno = {"L", "XL"},
                .weak = "1024x1024x512"};
    }
    return {.poisson = {"128^3"},
            .fft = {"128^3"},
            .flow = {"64^3"},
            .himeno = {"S"},
            .weak = "128x128x64"};
}

bool is_preset(const std::string& size)
{
    return himeno::find_preset(size).has_value();
}

/// The sizes of one kind, names or numbers of points; the usual ones if none is given.
std::vector<std::string> sizes_of(const std::vector<std::string>& given, bool presets,
                                  const std::vector<std::string>& usual)
{
    std::vector<std::string> sizes;
    std::ranges::copy_if(given, std::back_inserter(sizes),
                         [&](const std::string& one) { return is_preset(one) == presets; });
    return sizes.empty() ? usual : sizes;
}

std::vector<std::int64_t> three_lengths(const char* option, const std::string& size)
{
    std::vector<std::int64_t> lengths = bench::parse_size(size);
    if (lengths.size() != 3) {
        throw bench::wrong_option(option,
                                  in_quotes(size) +
                                      " does not have three axes, which ranks divide: give one "
                                      "like 512^3, or a size of himeno (XS, S, M, L, XL)");
    }
    return lengths;
}

/// The kernel of the back end that makes its passes in parts.
const stencil::SweepKind& parted_kind(Backend backend, const std::string& name,
                                      const stencil::SweepRequest& request)
{
    std::string known;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.backend != backend || kind.make_passes == nullptr) {
            continue;
        }
        if (name == kind.name || (name == "auto" && !kind.unsupported_reason(request))) {
            return kind;
        }
        known += (known.empty() ? "" : ", ") + std::string{kind.name};
    }
    throw bench::wrong_option("--kernel",
                              fmt::format("no kernel {} of {} makes its passes in parts, as "
                                          "several ranks need them (there are: {})",
                                          in_quotes(name), word_of(backend), known));
}

class JobMaker {
public:
    JobMaker(const BenchScalingOptions& options, const bench::MachineKind& machine, int device)
        : options_{options},
          backend_{machine.backend},
          device_{device},
          usual_{usual_sizes(machine)}
    {
    }

    void add(const std::string& job, std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        if (job == "himeno") {
            add_himeno(jobs);
        } else if (job == "fft") {
            add_fft(jobs);
        } else if (job == "flow") {
            add_flow(jobs);
        } else if (job == "weak") {
            add_poisson({options_.weak_size.value_or(usual_.weak)}, true, jobs);
        } else {
            add_poisson(sizes_of(options_.sizes, false, usual_.poisson), false, jobs);
        }
    }

private:
    void add_poisson(const std::vector<std::string>& sizes, bool weak,
                     std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        for (const std::string& size : sizes) {
            for (const poisson_bench::Boundary& boundary : options_.boundaries.chosen()) {
                for (const Precision precision : options_.precisions.chosen()) {
                    jobs.push_back(make_poisson_job(
                        {.lengths = three_lengths(weak ? "--weak-size" : "--sizes", size),
                         .boundary = boundary,
                         .precision = precision,
                         .backend = backend_,
                         .weak = weak}));
                }
            }
        }
    }

    void add_fft(std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        for (const std::string& size : sizes_of(options_.sizes, false, usual_.fft)) {
            for (const fft::RankDivision division : options_.divisions.chosen()) {
                for (const fft::SpectrumLayout spectrum : options_.spectra.chosen()) {
                    for (const int chunks : options_.chunks) {
                        for (const Precision precision : options_.precisions.chosen()) {
                            jobs.push_back(make_fft_job({.lengths = three_lengths("--sizes", size),
                                                         .spectrum = spectrum,
                                                         .division = division,
                                                         .precision = precision,
                                                         .backend = backend_,
                                                         .chunks = chunks,
                                                         .tune = options_.tune}));
                        }
                    }
                }
            }
        }
    }

    void add_flow(std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        for (const std::string& size : sizes_of(options_.sizes, false, usual_.flow)) {
            for (const std::string& flow : options_.flows.given) {
                for (const Precision precision : options_.precisions.chosen()) {
                    jobs.push_back(make_flow_job({.flow = flow,
                                                  .lengths = three_lengths("--sizes", size),
                                                  .precision = precision,
                                                  .backend = backend_}));
                }
            }
        }
    }

    void add_himeno(std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        for (const std::string& size : sizes_of(options_.sizes, true, usual_.himeno)) {
            for (const Precision precision : options_.precisions.chosen(1)) {
                const himeno::Preset preset = *himeno::find_preset(size);
                const stencil::SweepKind& kind = parted_kind(backend_, options_.kernel,
                                                             {.shape = preset.shape,
                                                              .precision = precision,
                                                              .device = device_,
                                                              .in_parts = true});
                jobs.push_back(make_himeno_job(
                    {.preset = preset, .precision = precision, .kind = &kind, .device = device_}));
            }
        }
    }

    const BenchScalingOptions& options_;
    Backend backend_;
    int device_;
    UsualSizes usual_;
};

}  // namespace

std::vector<MachineJobs> chosen_jobs(const BenchScalingOptions& options, int device)
{
    BenchOptions named = options;
    named.device_named = options.device_named || options.gpus;
    std::vector<MachineJobs> chosen;
    for (const bench::MachineKind* machine : bench::named_or_first(named)) {
        const JobMaker maker{options, *machine, device};
        MachineJobs& all = chosen.emplace_back(MachineJobs{.machine = machine, .jobs = {}});
        for (const std::string& job : options.jobs.given) {
            maker.add(job, all.jobs);
        }
    }
    return chosen;
}

}  // namespace tobiuo::scaling_bench
