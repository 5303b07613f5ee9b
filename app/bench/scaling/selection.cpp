#include "app/bench/scaling/selection.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/bench/fft/size.hpp"
#include "app/bench/scaling/jobs.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/named_device.hpp"
#include "app/wording.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::scaling_bench {
namespace {

InputError wrong_option(const char* option, const std::string& sentence)
{
    return {{.source = option, .line = 0, .column = 0}, sentence};
}

/// The sizes without --sizes.
struct UsualSizes {
    std::vector<std::string> poisson;
    std::vector<std::string> fft;
    std::vector<std::string> himeno;
    std::string weak;
};

UsualSizes usual_sizes(Backend backend)
{
    if (backend == Backend::cuda) {
        return {.poisson = {"512^3", "1024^3"},
                .fft = {"1024^3"},
                .himeno = {"L", "XL"},
                .weak = "1024x1024x512"};
    }
    return {.poisson = {"128^3"}, .fft = {"128^3"}, .himeno = {"S"}, .weak = "128x128x64"};
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
    std::vector<std::int64_t> lengths = fft_bench::parse_size(size);
    if (lengths.size() != 3) {
        throw wrong_option(option, in_quotes(size) +
                                       " does not have three axes, which ranks divide: give one "
                                       "like 512^3, or a size of himeno (XS, S, M, L, XL)");
    }
    return lengths;
}

std::vector<Precision> precisions_of(const std::vector<std::string>& words, std::size_t usual)
{
    constexpr std::array all{Precision::fp32, Precision::fp64};
    return bench::chosen(
        all, [](Precision one) { return word_of(one); }, words, usual);
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
    throw wrong_option("--kernel", fmt::format("no kernel {} of {} makes its passes in parts, as "
                                               "several ranks need them (there are: {})",
                                               in_quotes(name), word_of(backend), known));
}

class Selection {
public:
    Selection(const BenchScalingOptions& options, Backend backend, int device)
        : options_{options}, backend_{backend}, device_{device}, usual_{usual_sizes(backend)}
    {
    }

    void add(const std::string& job, std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        if (job == "himeno") {
            add_himeno(jobs);
        } else if (job == "fft") {
            add_fft(jobs);
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
        const auto word = [](const poisson_bench::Boundary& one) { return one.name; };
        for (const std::string& size : sizes) {
            for (const poisson_bench::Boundary& boundary :
                 bench::chosen(poisson_bench::boundaries(), word, options_.boundaries)) {
                for (const Precision precision : precisions_of(options_.precisions, 2)) {
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
            for (const std::string& division : options_.divisions) {
                for (const std::string& spectrum : options_.spectra) {
                    for (const int chunks : options_.chunks) {
                        add_fft(jobs, size, division, spectrum, chunks);
                    }
                }
            }
        }
    }

    void add_fft(std::vector<std::unique_ptr<ScalingJob>>& jobs, const std::string& size,
                 const std::string& division, const std::string& spectrum, int chunks) const
    {
        for (const Precision precision : precisions_of(options_.precisions, 2)) {
            jobs.push_back(
                make_fft_job({.lengths = three_lengths("--sizes", size),
                              .spectrum = spectrum == "slabs" ? fft::SpectrumLayout::same
                                                              : fft::SpectrumLayout::transposed,
                              .division = division == "pencils" ? fft::RankDivision::pencils
                                                                : fft::RankDivision::slabs,
                              .precision = precision,
                              .backend = backend_,
                              .chunks = chunks,
                              .tune = options_.tune}));
        }
    }

    void add_himeno(std::vector<std::unique_ptr<ScalingJob>>& jobs) const
    {
        for (const std::string& size : sizes_of(options_.sizes, true, usual_.himeno)) {
            for (const Precision precision : precisions_of(options_.precisions, 1)) {
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

std::vector<Backend> backends_of(const BenchScalingOptions& options)
{
    if (options.backends.empty() && !options.device_named && !options.gpus) {
        const bool is_there =
            device::device_unsupported_reason(device::survey(), options.device).empty();
        return {is_there ? Backend::cuda : Backend::cpu};
    }
    std::vector<Backend> backends;
    if (options.backends.empty() || bench::has(options.backends, "cuda")) {
        named_device(options.device, "measure on", "use --backends cpu");
        backends.push_back(Backend::cuda);
    }
    if (bench::has(options.backends, "cpu")) {
        backends.push_back(Backend::cpu);
    }
    return backends;
}

}  // namespace

std::vector<BackendJobs> chosen_jobs(const BenchScalingOptions& options, int device)
{
    std::vector<BackendJobs> chosen;
    for (const Backend backend : backends_of(options)) {
        const Selection selection{options, backend, device};
        BackendJobs& all = chosen.emplace_back(BackendJobs{.backend = backend, .jobs = {}});
        for (const std::string& job : options.jobs) {
            selection.add(job, all.jobs);
        }
    }
    return chosen;
}

}  // namespace tobiuo::scaling_bench
