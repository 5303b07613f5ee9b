// The options of `tobiuo bench poisson`.
#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/selection.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/cli/bench_options.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

void add_problems(CLI::App& command, BenchPoissonOptions& options)
{
    add_sizes(command, options,
              "cells per axis, x first as in a case: 256x128x64 has 256 cells along x; "
              "1024x512 for two dimensions, 256^3 for a cube");
    command
        .add_option("--boundaries", options.boundaries,
                    "periodic, dirichlet, neumann, mixed (of each axis one wall dirichlet, the "
                    "other neumann), duct (x periodic, y dirichlet, z neumann)")
        ->delimiter(',')
        ->check(CLI::IsMember(BenchPoissonOptions{}.boundaries))
        ->capture_default_str();
    command
        .add_option("--locations", options.locations,
                    "where values sit: cell, node; default: cell, of --orders both")
        ->delimiter(',')
        ->check(CLI::IsMember(casefile::location_words));
    command
        .add_option("--operators", options.operators,
                    list_of(casefile::operator_words) + "; default: second-order, of --orders all")
        ->delimiter(',')
        ->check(CLI::IsMember(casefile::operator_words));
    add_compared(command, options, bench::libraries());
}

}  // namespace

void add_bench_poisson(CLI::App& bench, BenchPoissonOptions& options,
                       std::function<ExitCode()>& chosen)
{
    CLI::App* poisson = bench.add_subcommand(
        "poisson",
        "Poisson solves beside cuFFT, VkFFT and FFTW: ms, points/s, percent, residuals; --orders");
    poisson->footer(
        "Example: tobiuo bench poisson --sizes 256^3,512x256x128 --boundaries duct --json p.json");
    add_problems(*poisson, options);
    add_backends(*poisson, options.backends, "all there are but opencl", {"cpu", "cuda", "opencl"});
    add_host_settings(*poisson, options.host, "threads of every contestant on the CPU",
                      "how FFTW plans, for ours and fftw on the CPU");
    add_bench_options(*poisson, options);
    auto* out_of_card = add_out_of_card(*poisson, options.out_of_card, "solve");
    out_of_card->excludes(poisson->get_option("--backends"));
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
         {"--sizes", "--boundaries", "--precisions", "--backends", "--contestants", "--repeat",
          "--fftw-effort", "--device", "--out-of-card"}) {
        orders->excludes(poisson->get_option(name));
    }
    poisson->callback([&options, &chosen] {
        if (options.device_named && options.backends.empty()) {
            options.backends = {"cpu", "cuda"};  // a user who names a device wants it in any case
        }
        chosen = [&options] {
            return options.orders               ? bench_poisson_orders_command(options)
                   : options.out_of_card.chosen ? bench_poisson_out_of_card_command(options)
                                                : bench_poisson_command(options);
        };
    });
}

}  // namespace tobiuo
