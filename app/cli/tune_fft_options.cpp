// The options of `tobiuo tune fft`.
#include <CLI/CLI.hpp>

#include "app/tune/tune_fft.hpp"

namespace tobiuo {

void add_tune_fft(CLI::App& tune, TuneFftOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* fft =
        tune.add_subcommand("fft", "Fourier transforms: every candidate checked, then timed");
    fft->footer(
        "Example: tobiuo tune fft 512 512 256 --kind r2c\n\n"
        "A transform of the same size, kind and precision on the same device then takes what was "
        "found.");
    fft->add_option("lengths", options.lengths, "points per axis: x (contiguous in memory), y, z")
        ->required()
        ->expected(1, 3);
    fft->add_option("--kind", options.kind, "c2c, r2c, c2r")
        ->check(CLI::IsMember({"c2c", "r2c", "c2r"}))
        ->capture_default_str();
    fft->add_option("--direction", options.direction, "of c2c: forward, inverse")
        ->check(CLI::IsMember({"forward", "inverse"}))
        ->capture_default_str();
    fft->add_option("--precision", options.precision, "single or double")
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
    fft->add_option("--placement", options.placement, "in-place or out-of-place")
        ->check(CLI::IsMember({"in-place", "out-of-place"}))
        ->capture_default_str();
    fft->add_option("--batch", options.batch, "arrays that follow each other")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    fft->add_option("--device", options.passes.device, "CUDA device index")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    fft->add_flag("--work-array", options.work_array,
                  "let plans have a work array as large as the data (r2c in three dimensions)");
    CLI::Option* out_of_card = fft->add_flag(
        "--out-of-card", options.out_of_card,
        "the chunks in which an array in host memory visits the GPU, instead of the passes");
    fft->add_option("--device-memory", options.device_memory,
                    "memory of the GPU that this may take, as 4GiB")
        ->transform(CLI::AsSizeValue(true))
        ->check(CLI::PositiveNumber)
        ->default_str("4GiB")
        ->needs(out_of_card);
    fft->add_flag("--function", options.function,
                  "the transform, a function of every element and the transform back, as a "
                  "convolution does it (c2c and r2c)")
        ->excludes(out_of_card);
    add_tune_passes_options(*fft, options.passes, "cuda");
    fft->callback(
        [&options, &chosen] { chosen = [&options] { return tune_fft_command(options); }; });
}

}  // namespace tobiuo
