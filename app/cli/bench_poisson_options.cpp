// The options of `tobiuo bench poisson`.
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

void add_problems(CLI::App& command, BenchPoissonOptions& options)
{
    command
        .add_option("--sizes", options.sizes,
                    "cells per axis, x first as in a case: 256x128x64 has 256 cells along x; "
                    "1024x512 for two dimensions, 256^3 for a cube")
        ->delimiter(',')
        ->capture_default_str();
    command
        .add_option("--boundaries", options.boundaries,
                    "periodic, dirichlet, neumann, mixed (of each axis one wall dirichlet, the "
                    "other neumann), duct (x periodic, y dirichlet, z neumann)")
        ->delimiter(',')
        ->check(CLI::IsMember(boundary_names()))
        ->capture_default_str();
    command
        .add_option("--locations", options.locations,
                    "where values sit: cell, node; default: cell, of --orders both")
        ->delimiter(',')
        ->check(CLI::IsMember(location_words()));
    command
        .add_option("--operators", options.operators,
                    list_of(operator_words()) + "; default: second-order, of --orders all")
        ->delimiter(',')
        ->check(CLI::IsMember(operator_words()));
    command.add_option("--precisions", options.precisions, "single, double")
        ->delimiter(',')
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
}

void add_measurement(CLI::App& command, BenchPoissonOptions& options)
{
    command.add_option("--backends", options.backends, "cpu, cuda; default: all there are")
        ->delimiter(',')
        ->check(CLI::IsMember({"cpu", "cuda"}));
    command
        .add_option("--contestants", options.implementations,
                    list_of(poisson_implementations()) + "; default: all there are")
        ->delimiter(',')
        ->check(CLI::IsMember(poisson_implementations()));
    command.add_option("--repeat", options.repetitions, "repetitions; the median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        .add_option("--threads", options.threads, "threads of every contestant on the CPU; 0: all")
        ->check(CLI::Range(0, 4096))
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--fftw-effort",
            [&options](const std::string& word) {
                options.effort = word == "measure" ? fft::Effort::measure : fft::Effort::estimate;
            },
            "how FFTW plans, for ours and fftw on the CPU: estimate or measure (minutes for large "
            "sizes)")
        ->check(CLI::IsMember({"estimate", "measure"}))
        ->default_str("measure");
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
    add_measurement(*poisson, options);
    const CLI::Option* device = poisson->add_option("--device", options.device, "CUDA device index")
                                    ->check(CLI::NonNegativeNumber)
                                    ->capture_default_str();
    poisson->add_option("--json", options.json, "write the table as JSON")->type_name("FILE");
    auto* orders = poisson->add_flag("--orders", options.orders,
                                     "no times: the orders of convergence of manufactured "
                                     "solutions in two dimensions, beside theory");
    poisson
        ->add_option("--order-cells", options.order_cells,
                     "cells per axis of the coarsest of three grids; default: as few as reach the "
                     "order, 8 to 160 by operator")
        ->check(CLI::Range(4, 2048))
        ->needs(orders);
    for (const char* name : {"--sizes", "--boundaries", "--precisions", "--backends",
                             "--contestants", "--repeat", "--fftw-effort", "--device"}) {
        orders->excludes(poisson->get_option(name));
    }
    poisson->callback([&options, &chosen, device] {
        if (device->count() > 0 && options.backends.empty()) {
            options.backends = {"cpu", "cuda"};  // who names a device wants it, not "if there"
        }
        chosen = [&options] {
            return options.orders ? bench_poisson_orders_command(options)
                                  : bench_poisson_command(options);
        };
    });
}

}  // namespace tobiuo
