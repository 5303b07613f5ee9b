// SPDX-License-Identifier: BSD-3-Clause
// The read-mostly mix of Himeno, latency (Naruse et al. 2008, figure 4 and table 2), many streams
// and access patterns (Nukada et al. 2008, tables 2 to 5), and the link to the host.
#include <spdlog/fmt/fmt.h>

#include <array>
#include <utility>

#include "app/machine/host.hpp"
#include "runtime/memory/ceiling.hpp"
#include "studies/memory/studies.hpp"
#include "studies/memory/table.hpp"

namespace tobiuo::memory_study {
namespace {

constexpr std::array letters{"A", "B", "C", "D"};

/// The probe whose bandwidth Himeno reports quote, timed pass by pass.
class CeilingAsProbe final : public memory::Probe {
public:
    explicit CeilingAsProbe(memory::CeilingProbe ceiling) : ceiling_{std::move(ceiling)} {}

    double time_and_wait(std::int64_t units) override
    {
        double seconds = 0.0;
        for (std::int64_t unit = 0; unit < units; ++unit) {
            seconds += bytes_per_unit() / ceiling_.stream_and_wait();
        }
        return seconds;
    }
    [[nodiscard]] double bytes_per_unit() const override
    {
        return static_cast<double>(ceiling_.bytes);
    }
    [[nodiscard]] std::int64_t threads() const override { return ceiling_.bytes / bytes_a_thread; }

private:
    static constexpr std::int64_t bytes_a_thread = 14LL * 16;  // one word of each array

    memory::CeilingProbe ceiling_;
};

Form empty_form(std::string heading)
{
    return {.heading = std::move(heading),
            .streams = {},
            .barrier = {},
            .element_bytes = {},
            .threads_per_block = {},
            .lines_per_step = {},
            .output = {},
            .probe = {}};
}

Study mix_study(const StudySetup& setup)
{
    // The bytes of the fourteen arrays of Himeno's sizes S and M, and of the probe in reports.
    constexpr std::int64_t size_s = 14LL * 4 * 64 * 64 * 128;
    constexpr std::int64_t size_m = 8 * size_s;
    const std::int64_t reported = memory::device_probe_bytes(setup.free_bytes);
    Form form = empty_form("13+1");
    form.streams = 14;
    form.element_bytes = 16;
    form.threads_per_block = memory::usual_threads;
    form.probe = [device = setup.device](double bytes) {
        return std::make_unique<CeilingAsProbe>(
            memory::make_device_probe(device, static_cast<std::int64_t>(bytes)));
    };
    Study study{.name = "mix",
                .title = "13 arrays read, 1 written: the ceiling that Himeno reports quote",
                .conditions =
                    "16 B an element, a thread for each; sizes of all 14 arrays: "
                    "Himeno's S and M, and what reports measure",
                .x = "bytes",
                .xs = {},
                .forms = {std::move(form)},
                .bytes = [](double bytes) { return static_cast<std::int64_t>(bytes); },
                .row_label = [](double bytes) { return bytes_text(bytes); },
                .published = published_about("mix")};
    for (const std::int64_t bytes : {size_s, size_m}) {
        if (bytes < reported) {
            study.xs.push_back(static_cast<double>(bytes));
        }
    }
    study.xs.push_back(static_cast<double>(reported));
    return study;
}

Study latency_study(const StudySetup& setup)
{
    Study study{
        .name = "latency",
        .title = "latency of random access against buffer size",
        .conditions =
            "one block of 32 threads, each load waits for the one before; the "
            "threads go one way (1 line a step) or 32",
        .x = "bytes",
        .quantity = Quantity::ns,
        .xs = powers(16 * kibibyte, bounded_bytes(setup, 16 * gibibyte), setup.quick ? 8 : 2),
        .forms = {},
        .bytes = [](double bytes) { return static_cast<std::int64_t>(bytes); },
        .row_label = binary_bytes_text,
        .published = published_about("latency")};
    for (const int ways : {1, 32}) {
        Form form = empty_form(ways == 1 ? "1 line" : "32 lines");
        form.lines_per_step = ways;
        form.element_bytes = 4;
        form.threads_per_block = 32;
        form.probe = [device = setup.device, ways](double bytes) {
            return memory::make_chase_probe(device, static_cast<std::int64_t>(bytes), ways);
        };
        study.forms.push_back(std::move(form));
    }
    return study;
}

Study streams_study(const StudySetup& setup)
{
    const std::int64_t bytes = bounded_bytes(setup, 256 * mebibyte);  // as in the paper
    Study study{.name = "streams",
                .title = "copy bandwidth of many streams, " +
                         binary_bytes_text(static_cast<double>(bytes)) + " in all",
                .conditions =
                    "64 threads a block, as many blocks as run at a time, no barrier; 8 B "
                    "an element, as in the paper, or 16 B",
                .x = "streams",
                .xs = {memory::many_streams.begin(), memory::many_streams.end()},
                .forms = {},
                .bytes = [bytes](double /*streams*/) { return bytes; },
                .row_label = [](double streams) { return fmt::format("{:.0f}", streams); },
                .published = published_about("streams")};
    for (const int element_bytes : {memory::nukada_element_bytes, memory::copy_elements.back()}) {
        Form form = empty_form(fmt::format("{} B", element_bytes));
        form.barrier = false;
        form.element_bytes = element_bytes;
        form.threads_per_block = memory::nukada_threads;
        form.probe = [device = setup.device, bytes, element_bytes](double streams) {
            return memory::make_copy_probe(device, {.bytes = bytes,
                                                    .streams = static_cast<int>(streams),
                                                    .element_bytes = element_bytes,
                                                    .block_threads = memory::nukada_threads});
        };
        study.forms.push_back(std::move(form));
    }
    return study;
}

Study patterns_study(const StudySetup& setup)
{
    Study study{
        .name = "patterns",
        .title = "16-point step on (256,16,16,16,16): input pattern down, output across",
        .conditions = "8 B an element, 64 threads a block, as many blocks as run at a time",
        .x = "input",
        .xs = {0, 1, 2, 3},
        .forms = {},
        .bytes = [](double /*input*/) { return memory::pattern_bytes; },
        .row_label =
            [](double input) { return std::string{letters.at(static_cast<std::size_t>(input))}; },
        .published = published_about("patterns")};
    for (int output = 0; output < static_cast<int>(letters.size()); ++output) {
        Form form = empty_form(letters.at(static_cast<std::size_t>(output)));
        form.output = form.heading;
        form.element_bytes = 8;
        form.threads_per_block = memory::nukada_threads;
        form.probe = [device = setup.device, output](double input) {
            return memory::make_pattern_probe(device, static_cast<int>(input), output);
        };
        study.forms.push_back(std::move(form));
    }
    if (memory::pattern_bytes > setup.free_bytes / 2) {
        study.xs.clear();
    }
    return study;
}

/// Copies of rows between host and device, as Gu et al. (2011) ask of sub-arrays.
Study link_study(const StudySetup& setup)
{
    struct Way {
        const char* heading;
        memory::LinkWay way;
        int directions;
    };
    constexpr std::array ways{
        Way{"up", memory::LinkWay::to_device, 1}, Way{"down", memory::LinkWay::to_host, 1},
        Way{"both", memory::LinkWay::both, 2}, Way{"blocks", memory::LinkWay::through_blocks, 2}};
    Study study{.name = "link",
                .title = "copies between host and device against the length of a row",
                .conditions =
                    "page-locked memory, 16 MiB a copy, rows 64 row lengths apart; up: to the "
                    "device; down: from it; both at once, in sum; blocks: both, through blocks "
                    "that threads of the host fill and empty",
                .x = "row_bytes",
                .xs = powers(64, mebibyte, setup.quick ? 8 : 2),
                .forms = {},
                .bytes = [](double /*row*/) { return 2 * memory::link_copy_bytes; },
                .row_label = binary_bytes_text,
                .published = {}};
    for (const Way& way : ways) {
        Form form = empty_form(way.heading);
        form.method = "driver";
        form.streams = way.directions;
        form.probe = [device = setup.device, way = way.way](double row) {
            return memory::make_link_probe(
                device, {.row_bytes = static_cast<std::int64_t>(row), .way = way});
        };
        study.forms.push_back(std::move(form));
    }
    return study;
}

}  // namespace

std::vector<Study> other_studies(const StudySetup& setup)
{
    std::vector<Study> all;
    all.push_back(mix_study(setup));
    all.push_back(latency_study(setup));
    all.push_back(streams_study(setup));
    all.push_back(patterns_study(setup));
    all.push_back(link_study(setup));
    return all;
}

}  // namespace tobiuo::memory_study
