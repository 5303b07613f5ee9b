// SPDX-License-Identifier: BSD-3-Clause
// Copies as Naruse et al. 2008 measured them: figures 1 and 5 (size), 2 and 6 (threads).
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "studies/memory/studies.hpp"
#include "studies/memory/table.hpp"

namespace tobiuo::memory_study {
namespace {

/// Elements and occupancy of a study: the paper's own, or those that fill a GPU of today.
struct Conditions {
    int element_bytes;
    std::int64_t threads;  ///< in all; 0: as many as are resident
    std::string text;
};

Form copy_form(const StudySetup& setup, const memory::CopyShape& shape, const std::string& heading)
{
    return {.heading = heading + (shape.barrier ? "+b" : ""),
            .streams = shape.streams,
            .barrier = shape.barrier,
            .element_bytes = shape.element_bytes,
            .threads_per_block = shape.block_threads,
            .lines_per_step = {},
            .output = {},
            .probe = [device = setup.device, shape](double bytes) {
                memory::CopyShape sized = shape;
                sized.bytes = static_cast<std::int64_t>(bytes);
                return memory::make_copy_probe(device, sized);
            }};
}

Form driver_form(const StudySetup& setup)
{
    return {.heading = "driver",
            .method = "driver",
            .streams = {},
            .barrier = {},
            .element_bytes = {},
            .threads_per_block = {},
            .lines_per_step = {},
            .output = {},
            .probe = [device = setup.device](double bytes) {
                return memory::make_driver_copy_probe(device, static_cast<std::int64_t>(bytes));
            }};
}

Study size_study(const StudySetup& setup, const Conditions& conditions)
{
    Study study{.name = "copy-size",
                .title = "copy bandwidth against buffer size (source and target together)",
                .conditions = conditions.text,
                .x = "bytes",
                .xs = powers(mebibyte, bounded_bytes(setup, 4 * gibibyte), setup.quick ? 8 : 2),
                .forms = {},
                .bytes = [](double bytes) { return static_cast<std::int64_t>(bytes); },
                .row_label = binary_bytes_text,
                .published = published_about("copy-size")};
    for (const bool barrier : {false, true}) {
        for (const int streams : memory::copy_streams) {
            study.forms.push_back(copy_form(setup,
                                            {.streams = streams,
                                             .barrier = barrier,
                                             .element_bytes = conditions.element_bytes,
                                             .block_threads = memory::usual_threads,
                                             .threads = conditions.threads},
                                            std::to_string(streams)));
        }
    }
    return study;
}

/// The totals of threads: doubled up to half of the resident threads, then even steps up to twice
/// that number, because the idle rest of the last wave shows between them.
std::vector<double> totals_of_threads(const StudySetup& setup)
{
    constexpr std::int64_t granule = 512;  // whole blocks of any size
    const auto resident = static_cast<double>(setup.resident_threads);
    const auto whole = [](double threads) {
        return std::max(1.0, std::round(threads / granule)) * granule;
    };
    std::vector<double> totals;
    for (double threads = 1024; threads < 0.45 * resident; threads *= setup.quick ? 4 : 2) {
        totals.push_back(whole(threads));
    }
    const int steps = setup.quick ? 2 : 8;
    for (int part = steps / 2; part <= 2 * steps; ++part) {
        totals.push_back(whole(resident * part / steps));
    }
    return totals;
}

Study threads_study(const StudySetup& setup, const Conditions& conditions)
{
    const std::int64_t bytes = bounded_bytes(setup, 256 * mebibyte);  // as in the paper
    Study study{.name = "copy-threads",
                .title = "copy bandwidth against the total of threads, one stream, " +
                         binary_bytes_text(static_cast<double>(bytes)),
                .conditions = conditions.text,
                .x = "threads",
                .xs = totals_of_threads(setup),
                .forms = {},
                .bytes = [bytes](double /*threads*/) { return bytes; },
                .row_label = [](double threads) { return fmt::format("{:.0f}", threads); },
                .published = published_about("copy-threads")};
    for (const bool barrier : {false, true}) {
        for (const int threads : memory::copy_threads) {
            const memory::CopyShape shape{.bytes = bytes,
                                          .streams = 1,
                                          .barrier = barrier,
                                          .element_bytes = conditions.element_bytes,
                                          .block_threads = threads};
            Form form = copy_form(setup, shape, std::to_string(threads));
            form.probe = [device = setup.device, shape](double total) {
                memory::CopyShape divided = shape;
                divided.threads =
                    std::max<std::int64_t>(static_cast<std::int64_t>(total), shape.block_threads);
                return memory::make_copy_probe(device, divided);
            };
            study.forms.push_back(std::move(form));
        }
    }
    return study;
}

}  // namespace

std::vector<Study> copy_studies(const StudySetup& setup)
{
    constexpr int papers_blocks = 2;  // blocks of a multiprocessor
    const std::int64_t papers_threads =
        std::int64_t{setup.multiprocessors} * papers_blocks * memory::usual_threads;
    std::vector<Study> all;
    all.push_back(size_study(setup, {4, papers_threads,
                                     "4 B an element, 256 threads a block, 2 blocks a "
                                     "multiprocessor, as in the paper"}));
    all.push_back(size_study(
        setup, {16, 0, "16 B an element, 256 threads a block, as many blocks as run at a time"}));
    all.back().forms.push_back(driver_form(setup));
    all.push_back(threads_study(setup, {4, 0, "4 B an element, as in the paper"}));
    all.push_back(threads_study(setup, {16, 0, "16 B an element"}));
    return all;
}

}  // namespace tobiuo::memory_study
