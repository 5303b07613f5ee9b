#include "app/bench/out_of_card.hpp"

#include "app/errors.hpp"
#include "app/json_text.hpp"
#include "app/machine/named_device.hpp"
#include "runtime/median.hpp"

namespace tobiuo::bench {

void check_out_of_card_contestants(const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        if (name != "ours" && name != "fftw") {
            throw InputError{{.source = "--contestants", .line = 0, .column = 0},
                             "contestant '" + name +
                                 "' needs its arrays in the memory of the device: leave it out, or "
                                 "leave out --out-of-card"};
        }
    }
}

void require_device(int device)
{
    named_device(device, "measure on", "leave out --out-of-card");
}

void put_link(Json& row, const LinkUse& link, std::int64_t device_memory,
              const std::vector<double>& seconds)
{
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    const double taken = median(seconds);
    const LinkFigures figures = figures_of(link, taken);
    row["device_memory_gib"] = static_cast<double>(device_memory) / gib;
    row["seconds"] = taken;
    row["repetitions"] = seconds.size();
    row["bytes_each_way"] = link.bytes_each_way;
    row["link_gbps_each_way"] = figures.bytes_per_second_each_way * 1e-9;
    row["duplex_gbps"] = link.limit.both * 1e-9;
    row["percent_of_duplex"] = figures.percent_of_both;
    row["overlap_percent"] = figures.overlap_percent;
    row["limit_seconds"] = 2.0 * static_cast<double>(link.bytes_each_way) / link.limit.both;
    row["lock_seconds"] = link.lock_seconds;
    for (const char* key : {"fftw_seconds", "fftw_threads", "rms"}) {
        row[key] = nullptr;
    }
}

ExitCode run_out_of_card(const Benchmark& benchmark, const Machine& machine,
                         const std::optional<BenchFile>& json)
{
    return run(benchmark, [&](const Results& results) {
        if (json) {
            Json all = document("tobiuo-bench-out-of-card-1", machine, origin_of(true), results);
            all["rows"] = results.rows;
            json->write(json_text(all) + "\n");
        }
    });
}

std::vector<Column> link_columns()
{
    return {{"GiB", 6, fixed("device_memory_gib", 2)},
            {"s", 8, fixed("seconds", 4)},
            {"link's s", 8, fixed("limit_seconds", 4)},
            {"GB/s each", 9, fixed("link_gbps_each_way", 1)},
            {"% duplex", 8, fixed("percent_of_duplex", 1)},
            {"overlap %", 9, fixed("overlap_percent", 0)},
            {"FFTW s", 8, fixed("fftw_seconds", 2)},
            {"rms", 9, scientific("rms")}};
}

}  // namespace tobiuo::bench
