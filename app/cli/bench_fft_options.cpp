// SPDX-License-Identifier: BSD-3-Clause
// The options of `tobiuo bench fft`.
#include "app/cli/bench_options.hpp"

namespace tobiuo {
namespace {

void add_problems(CLI::App& command, BenchFftOptions& options)
{
    add_sizes(command, options,
              "points per axis, x (contiguous in memory) first: 256x256x128, 4096x4096, 1024, "
              "or 512^3 for a cube");
    add_words(command, options.kinds);
    add_words(command, options.precisions);
    add_words(command, options.contestants);
    command.add_option("--placement", options.placement, "in-place or out-of-place")
        ->check(CLI::IsMember({"in-place", "out-of-place"}))
        ->capture_default_str();
    command.add_option("--batch", options.batch, "arrays of that size, one behind the other")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void add_accuracy(CLI::App& command, Accuracy& accuracy)
{
    command
        .add_option_function<std::string>(
            "--accuracy",
            [&accuracy](const std::string& word) {
                accuracy = word == "always"  ? Accuracy::always
                           : word == "never" ? Accuracy::never
                                             : Accuracy::automatic;
            },
            "compare results with those in higher precision: auto (up to 2^28 points), always, "
            "never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->default_str("auto");
}

}  // namespace

void add_bench_fft(CLI::App& bench, BenchFftOptions& options, const Studies& studies,
                   std::function<ExitCode()>& chosen)
{
    CLI::App* fft = bench.add_subcommand(
        "fft", "Fourier transforms beside cuFFT, VkFFT and FFTW: ms, GFLOPS, percent, errors");
    fft->footer("Example: tobiuo bench fft --sizes 256^3,1024x512x512 --kinds r2c --json fft.json");
    add_problems(*fft, options);
    add_accuracy(*fft, options.accuracy);
    add_host_settings(*fft, options.host, "threads of FFTW", "how FFTW plans");
    fft->add_option("--wisdom", options.wisdom.file,
                    "where `tobiuo tune fft` keeps what it found; default: $TOBIUO_WISDOM or the "
                    "user's cache")
        ->type_name("FILE");
    fft->add_flag_callback(
        "--no-wisdom", [&options] { options.wisdom.use = false; },
        "our own choice of passes, without wisdom");
    fft->add_flag("--work-array", options.work_array,
                  "ours may take a work array as large as the data where that is faster (r2c in "
                  "three dimensions)");
    add_bench_options(*fft, options);
    auto* out_of_card = add_out_of_card(*fft, options.out_of_card, "transform");
    fft->add_flag_callback(
           "--no-page-lock", [&options] { options.out_of_card.lock_pages = false; },
           "leave the pages of such arrays as they are: copies go through blocks")
        ->needs(out_of_card);
    for (const char* name : {"--accuracy", "--wisdom", "--no-wisdom", "--work-array"}) {
        out_of_card->excludes(fft->get_option(name));
    }
    fft->add_flag("--published", options.published,
                  "rerun tables 7 to 12 of Nukada et al. 2008 beside their figures");
    fft->callback([fft, &options, &chosen, published = studies.bench_fft_published] {
        if (options.published) {
            for (const char* option : {"--sizes", "--kinds", "--precisions", "--placement",
                                       "--batch", "--contestants", "--accuracy", "--out-of-card"}) {
                if (fft->count(option) > 0) {
                    options.chosen.emplace_back(option);
                }
            }
            chosen = [&options, published] { return published(options); };
            return;
        }
        chosen = [&options] {
            return options.out_of_card.chosen ? bench_fft_out_of_card_command(options)
                                              : bench_fft_command(options);
        };
    });
}

}  // namespace tobiuo
