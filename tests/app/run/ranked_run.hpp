// SPDX-License-Identifier: BSD-3-Clause
// Runs a case on several ranks of this machine, and reads its results.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "tests/support/program.hpp"
#include "tests/support/several_ranks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

class RankedRun : public SeveralRanks {
protected:
    /// Runs the case `text`, called "ranked", on so many ranks. Its results go to a folder for this
    /// number.
    Outcome run(int ranks, const std::string& text, const std::vector<std::string>& options = {})
    {
        write_file(case_file(), text);
        std::vector<std::string> arguments{
            "run", case_file(), "--gpus", std::to_string(ranks), "--output", output(ranks)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_program(arguments);
    }

    [[nodiscard]] std::filesystem::path case_file() const { return folder_.path() / "case.yaml"; }
    [[nodiscard]] std::filesystem::path output(int ranks) const
    {
        return folder_.path() / ("out-" + std::to_string(ranks));
    }
    [[nodiscard]] std::filesystem::path results(int ranks) const
    {
        return output(ranks) / "ranked";
    }
    [[nodiscard]] std::string result(int ranks, const std::string& name) const
    {
        return text_of(results(ranks) / name);
    }
    [[nodiscard]] nlohmann::json report(int ranks) const
    {
        return nlohmann::json::parse(result(ranks, "report.json"));
    }

    [[nodiscard]] std::vector<std::string> files(int ranks) const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{results(ranks)}) {
            names.push_back(entry.path().filename().string());
        }
        std::ranges::sort(names);
        return names;
    }

    /// The last file of fields that results.pvd opens.
    [[nodiscard]] std::filesystem::path fields_file(int ranks) const
    {
        const std::string pvd = result(ranks, "results.pvd");
        const std::string before = "file=\"";
        const std::size_t begin = pvd.rfind(before) + before.size();
        return results(ranks) / pvd.substr(begin, pvd.find('"', begin) - begin);
    }
    /// A field of these.
    [[nodiscard]] std::vector<double> field(int ranks, const std::string& name) const
    {
        std::vector<double> values;
        std::visit([&](const auto& read) { values.assign(read.begin(), read.end()); },
                   read_vti_arrays(fields_file(ranks), std::span{&name, 1}).front());
        return values;
    }

    TemporaryFolder folder_;
};

}  // namespace tobiuo::test
