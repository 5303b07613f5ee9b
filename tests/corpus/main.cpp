// SPDX-License-Identifier: BSD-3-Clause
// Writes the plans of the corpus of problems, and digests of the kernels, as text by which two
// versions of the program are compared. See CONTRIBUTING.md.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/corpus/devices.hpp"
#include "tests/corpus/entry.hpp"
#include "tests/corpus/machine_code.hpp"

namespace tobiuo::corpus {
namespace {

/// A kernel for an architecture, identified by the text that the compiler receives.
using Kernels = std::map<std::pair<std::string, std::string>, device::Specialisation>;
using Digests = std::map<std::pair<std::string, std::string>, std::string>;

struct Line {
    std::string text;
    std::string requests;  ///< "problem | request | request ..."
    std::string architecture;
    std::vector<std::string> programs;
};

std::vector<Entry> all_entries()
{
    std::vector<Entry> all;
    for (const auto& some : {transform_entries(), pointwise_entries(), solve_entries(),
                             placement_entries(), kernel_entries()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

/// The result of an entry on a device; a refusal is a result like any other.
Line planned(const Device& device, const Entry& entry, const fft::TunedTable* table,
             Kernels& kernels)
{
    Line line{.text = std::string{device.name} + " | " + entry.name + " | ",
              .requests = entry.name,
              .architecture = std::string{device.architecture},
              .programs = {}};
    try {
        const Planned made = entry.plan(device.limits, table);
        line.text += made.text;
        for (const std::string& request : made.requests) {
            line.requests += " | " + request;
        }
        for (const device::Specialisation& what : made.kernels) {
            if (device.architecture >= "sm_" + std::to_string(what.least_capability)) {
                line.programs.push_back(what.program());
                kernels.emplace(std::pair{line.architecture, line.programs.back()}, what);
            }
        }
    } catch (const std::invalid_argument&) {
        line.text += "refused";
    }
    return line;
}

std::string compiled_digest(const device::Specialisation& what, const std::string& architecture)
{
    try {
        return machine_code_digest(device::compile(what, what.target(architecture)).image);
    } catch (const device::CompileError&) {
        return "does-not-compile";
    }
}

/// Compiles each kernel once, on all processors.
Digests digests_of(const Kernels& kernels)
{
    std::vector<Kernels::const_iterator> work;
    for (auto at = kernels.begin(); at != kernels.end(); ++at) {
        work.push_back(at);
    }
    std::vector<std::string> results(work.size());
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t at = next++; at < work.size(); at = next++) {
            results[at] = compiled_digest(work[at]->second, work[at]->first.first);
            if (at % 50 == 0) {
                std::fprintf(stderr, "\rcompiled %zu of %zu kernels", at, work.size());
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t) {
            threads.emplace_back(run);
        }
    }
    std::fputc('\n', stderr);
    Digests digests;
    for (std::size_t at = 0; at < work.size(); ++at) {
        digests[work[at]->first] = results[at];
    }
    return digests;
}

/// Every `stride`th kernel in the order of names, so that renaming a variable does not change the
/// selection; none if it is 0.
Kernels sample_of(const Kernels& kernels, std::size_t stride)
{
    std::map<std::string, Kernels::const_iterator> by_name;
    for (auto at = kernels.begin(); at != kernels.end(); ++at) {
        by_name.emplace(at->first.first + at->second.identifier(), at);
    }
    Kernels sample;
    std::size_t number = 0;
    for (const auto& [name, at] : by_name) {
        if (stride > 0 && number++ % stride == 0) {
            sample.insert(*at);
        }
    }
    return sample;
}

struct Options {
    std::string path;
    std::size_t stride = 0;
    std::string requests;
    bool without_table = false;
    std::string table;
};

void write_requests(const std::string& path, const std::vector<Line>& lines)
{
    std::ofstream file{path};
    for (const Line& line : lines) {
        file << line.requests << '\n';
    }
}

/// Every `stride`th kernel is compiled, none if it is 0.
void write(const Options& options)
{
    const std::string& path = options.path;
    const std::size_t stride = options.stride;
    Kernels kernels;
    std::vector<Line> lines;
    for (const Device& device : devices()) {
        const fft::KnownTable known = fft::known_table(device.table, options.table);
        for (const Entry& entry : all_entries()) {
            lines.push_back(
                planned(device, entry, options.without_table ? nullptr : &known.table, kernels));
        }
    }
    if (!options.requests.empty()) {
        write_requests(options.requests, lines);
    }
    const Digests digests = digests_of(sample_of(kernels, stride));
    std::ofstream file{path};
    for (const Line& line : lines) {
        file << line.text;
        for (const std::string& program : line.programs) {
            const auto digest = digests.find({line.architecture, program});
            file << (digest == digests.end() ? "" : " | " + digest->second);
        }
        file << '\n';
    }
    file.close();
    if (!file) {
        throw std::runtime_error{"could not write '" + path + "': choose another file"};
    }
    std::printf("%zu problems on %zu devices, %zu kernels\n", lines.size() / devices().size(),
                devices().size(), kernels.size());
}

}  // namespace
}  // namespace tobiuo::corpus

// NOLINTNEXTLINE(bugprone-exception-escape): a failure to print ends the program
int main(int argc, char** argv)
{
    CLI::App app{"Writes the plans of the corpus of problems, one a line"};
    tobiuo::corpus::Options options;
    app.add_option("FILE", options.path, "where to write them")->required();
    app.add_option("--code", options.stride,
                   "also compile every Nth kernel, and write a digest of its code; 1: all")
        ->type_name("N");
    app.add_option("--requests", options.requests,
                   "write here what the passes of each problem ask a table of tuned blocks for")
        ->type_name("FILE");
    app.add_option("--table", options.table, "a wisdom file to plan with, too")->type_name("FILE");
    app.add_flag("--without-table", options.without_table, "plan by the cost model alone");
    CLI11_PARSE(app, argc, argv);
    try {
        tobiuo::corpus::write(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
