// SPDX-License-Identifier: BSD-3-Clause
// The options of `tobiuo bench flow`, `tobiuo bench himeno`, `tobiuo bench poisson` and `tobiuo
// bench whole`.
#include "app/cli/bench_options.hpp"

namespace tobiuo {
void add_bench_flow(CLI::App& bench, BenchFlowOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* flow = bench.add_subcommand(
        "flow",
        "Time steps of flows beside the same steps written straight: ms, ns/point, percent");
    flow->footer("Example: tobiuo bench flow --sizes 256^3 --cases box --json flow.json");
    add_sizes(*flow, options, "cells per axis, x first: 256x128x64, 256^3");
    add_words(*flow, options.cases);
    add_words(*flow, options.precisions);
    add_words(*flow, options.backends);
    flow->add_flag("--no-straight{false}", options.straight,
                   "leave out the straight steps with cuFFT");
    flow->add_option("--gradients", options.gradients,
                     "measure also the gradients of so many steps, a step of them: 1, 50")
        ->check(CLI::Range(1, 10000));
    add_bench_options(*flow, options);
    flow->callback(
        [&options, &chosen] { chosen = [&options] { return bench_flow_command(options); }; });
}

void add_bench_himeno(CLI::App& bench, BenchHimenoOptions& options, const Studies& studies,
                      std::function<ExitCode()>& chosen)
{
    CLI::App* himeno = bench.add_subcommand("himeno", "Himeno kernels: GFLOPS, GB/s, percent");
    himeno->footer("Example: tobiuo bench himeno --sizes M,L --backends cpu --repeat 9");
    add_sizes(*himeno, options, "XS, S, M, L, XL");
    add_words(*himeno, options.backends);
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

void add_bench_poisson(CLI::App& bench, BenchPoissonOptions& options,
                       std::function<ExitCode()>& chosen)
{
    CLI::App* poisson = bench.add_subcommand(
        "poisson",
        "Poisson solves beside cuFFT, VkFFT and FFTW: ms, points/s, percent, residuals; --orders");
    poisson->footer(
        "Example: tobiuo bench poisson --sizes 256^3,512x256x128 --boundaries duct --json p.json");
    add_sizes(*poisson, options,
              "cells per axis, x first as in a case: 256x128x64 has 256 cells along x; "
              "1024x512 for two dimensions, 256^3 for a cube");
    poisson
        ->add_option(
            "--batch", options.batches,
            "problems of a solve, beside a copy of their arrays: 4096, or several numbers; "
            "default: one, without a batch")
        ->delimiter(',')
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 30));
    add_words(*poisson, options.boundaries);
    add_words(*poisson, options.locations);
    add_words(*poisson, options.operators);
    add_words(*poisson, options.precisions);
    add_words(*poisson, options.contestants);
    add_words(*poisson, options.backends);
    add_host_settings(*poisson, options.host, "threads of every contestant on the CPU",
                      "how FFTW plans, for fftw on the CPU");
    add_bench_options(*poisson, options);
    auto* out_of_card = add_out_of_card(*poisson, options.out_of_card, "solve");
    out_of_card->excludes(poisson->get_option("--backends"));
    out_of_card->excludes(poisson->get_option("--batch"));
    auto* orders = poisson->add_flag("--orders", options.orders,
                                     "no times: the orders of convergence of manufactured "
                                     "solutions in two dimensions, beside theory");
    poisson
        ->add_option("--order-cells", options.order_cells,
                     "cells per axis of the coarsest of three grids; default: as few as reach the "
                     "order, 8 to 160 by operator")
        ->check(CLI::Range(4, 2048))
        ->needs(orders);
    for (const char* name :
         {"--sizes", "--batch", "--boundaries", "--precisions", "--backends", "--contestants",
          "--repeat", "--fftw-effort", "--device", "--out-of-card"}) {
        orders->excludes(poisson->get_option(name));
    }
    poisson->callback([&options, &chosen] {
        chosen = [&options] {
            return options.orders               ? bench_poisson_orders_command(options)
                   : options.out_of_card.chosen ? bench_poisson_out_of_card_command(options)
                                                : bench_poisson_command(options);
        };
    });
}

void add_bench_whole(CLI::App& bench, BenchWholeOptions& options, std::function<ExitCode()>& chosen)
{
    CLI::App* whole = bench.add_subcommand(
        "whole",
        "Whole runs of cases, each a process of its own: wall time and where it goes, GB/s");
    whole->footer(
        "Example: tobiuo bench whole --cases taylor-green,poisson --folder . --json whole.json\n"
        "         tobiuo bench whole --old ../before/tobiuo --repeat 5\n\n"
        "Parts are those of the run with the median wall time.");
    add_words(*whole, options.cases);
    add_words(*whole, options.size);
    add_words(*whole, options.backends);
    whole
        ->add_option("--old", options.old,
                     "another tobiuo, run by turns with this one; of one that does not tell the "
                     "parts only the wall time")
        ->type_name("PROGRAM")
        ->check(CLI::ExistingFile);
    whole
        ->add_option("--folder", options.folder,
                     "where results are written and removed again, several GB of the size gpu; "
                     "default: the folder of temporary files")
        ->type_name("DIR")
        ->check(CLI::ExistingDirectory);
    whole->add_flag("--cold", options.cold,
                    "begin each run with an empty cache of compiled kernels and without wisdom");
    add_bench_options(*whole, options);
    whole->callback(
        [&options, &chosen] { chosen = [&options] { return bench_whole_command(options); }; });
}

}  // namespace tobiuo
