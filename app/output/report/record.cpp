// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/record.hpp"

#include <cstddef>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/wording.hpp"

namespace tobiuo {

Record begun_record(const Case& the_case, std::string_view solver, std::string_view status,
                    int exit_code, const std::string& started)
{
    return {{"schema", "tobiuo-report-1"},
            {"name", the_case.name},
            {"case", the_case.file.string()},
            {"solver", solver},
            {"fields_precision", word_of(written_precision(the_case))},
            {"status", status},
            {"exit_code", exit_code},
            {"started", started},
            {"finished", utc_now()}};
}

std::string record_text(Record record, Backend backend)
{
    record["versions"] = Record::parse(versions_json(backend));
    return json_text(record) + "\n";
}

void add_axes(Record& json, const Grid& grid, int dimensions, bool with_upper)
{
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis) {
        const Axis& one = grid.axes.at(axis);
        json["cells"].push_back(one.cells);
        json["lower"].push_back(one.lower);
        if (with_upper) {
            json["upper"].push_back(one.upper);
        }
        json["spacing"].push_back(one.spacing());
    }
}

Record ceiling_json(const memory::Ceiling& ceiling, const std::string& mix, const std::string& date,
                    bool kept)
{
    if (ceiling.bytes_per_second <= 0.0) {
        return nullptr;
    }
    return {{"gbps", ceiling.bytes_per_second * giga},
            {"bytes", ceiling.bytes},
            {"mix", mix},
            {"measured", date},
            {"kept", kept}};
}

RunTime run_time(const RunFolder& folder)
{
    return {.spent = TimeSplit::of_this_thread().so_far(), .written = folder.written()};
}

Record time_json(const RunTime& time)
{
    Record json{{"wall_s", time.spent.wall()}};
    for (std::size_t part = 0; part < time_part_names.size(); ++part) {
        json[std::string{time_part_names.at(part)} + "_s"] = time.spent.seconds.at(part);
    }
    json["writing_s"] = time.written.seconds;
    json["written_bytes"] = time.written.bytes;
    return json;
}

Record ranks_json(const RanksReport& ranks)
{
    if (ranks.places.empty()) {
        return nullptr;
    }
    Record use;
    for (const RankUse& one : ranks.uses) {
        use["seconds"].push_back(one.seconds);
        use["compute_seconds"].push_back(one.compute_seconds());
        use["exchange_seconds"].push_back(one.exchange.seconds);
        use["waited_seconds"].push_back(one.exchange.waited_seconds);
        use["overlap_percent"].push_back(100.0 * one.overlap());
        use["exchanges"].push_back(one.exchange.exchanges);
        use["bytes_sent"].push_back(one.exchange.bytes);
    }
    return {{"count", ranks.places.size()},
            {"library", ranks.library},
            {"devices", ranks.places},
            {"use", use}};
}

}  // namespace tobiuo
