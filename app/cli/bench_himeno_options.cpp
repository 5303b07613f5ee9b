// The options of `tobiuo bench himeno`.
#include "app/bench/himeno/bench_himeno.hpp"
#include "app/cli/bench_options.hpp"
#include "app/cli/studies.hpp"

namespace tobiuo {

void add_bench_himeno(CLI::App& bench, BenchHimenoOptions& options, const Studies& studies,
                      std::function<ExitCode()>& chosen)
{
    CLI::App* himeno = bench.add_subcommand("himeno", "Himeno kernels: GFLOPS, GB/s, percent");
    himeno->footer("Example: tobiuo bench himeno --sizes M,L --backends cpu --repeat 9");
    add_sizes(*himeno, options, "XS, S, M, L, XL");
    add_backends(*himeno, options.backends, "cpu, and cuda where there is a GPU",
                 {"cpu", "cuda", "opencl"});
    himeno->add_option("--kernels", options.kernels, "names from `tobiuo info`; default: all")
        ->delimiter(',');
    himeno
        ->add_option("--parameters", options.parameters,
                     "switches of the kernels: --parameters block=128x2,planes=32")
        ->delimiter(',')
        ->type_name("NAME=VALUE");
    add_precision(*himeno, options.precision, "single or double");
    himeno->add_option("--seconds", options.seconds, "length of one repetition")
        ->check(CLI::Range(1e-3, 3600.0))
        ->capture_default_str();
    add_bench_options(*himeno, options);
    himeno->add_flag("--ladder", options.ladder,
                     "the techniques of Naruse et al. 2008 one by one, beside their figures; "
                     "size M if none is named");
    himeno->callback([himeno, &options, &chosen, ladder = studies.bench_ladder] {
        if (options.ladder) {
            if (himeno->count("--sizes") == 0) {
                options.sizes = {"M"};  // the paper's
            }
            chosen = [&options, ladder] { return ladder(options); };
            return;
        }
        chosen = [&options] { return bench_himeno_command(options); };
    });
}

}  // namespace tobiuo
