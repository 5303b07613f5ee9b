// SPDX-License-Identifier: BSD-3-Clause
// Runs a flow case in a folder of its own, and reads its results.
#pragma once

#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataReader.h>

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

/// Taylor-Green vortices in a box of 2 pi, whose energy falls as exp(-4 viscosity t) / 4.
inline constexpr const char* vortices =
    "grid: { cells: [32, 32], extent: { x: [0, 2*pi], y: [0, 2*pi] } }\n"
    "fluid: { viscosity: 0.05 }\n"
    "initial: { u: \"sin(x)*cos(y)\", v: \"-cos(x)*sin(y)\" }\n";

class FlowCaseRun : public ::testing::Test {
protected:
    /// The case on the CPU.
    std::filesystem::path write_case(const std::string& text)
    {
        auto path = temporary_.path() / "case.yaml";
        write_file(path, "name: t\nsolver: flow\nbackend: cpu\n" + text);
        return path;
    }
    Outcome run(const std::string& text, const std::vector<std::string>& options = {})
    {
        std::vector<std::string> arguments{"run", write_case(text)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_program(arguments);
    }

    /// Lets the case that was written last go on from its checkpoint, with these keys changed.
    [[nodiscard]] Outcome restart(const std::vector<std::string>& settings = {}) const
    {
        std::vector<std::string> arguments{"run", temporary_.path() / "case.yaml", "--restart"};
        for (const std::string& setting : settings) {
            arguments.insert(arguments.end(), {"--set", setting});
        }
        return run_program(arguments);
    }

    [[nodiscard]] std::filesystem::path results() const { return temporary_.path() / "out" / "t"; }
    [[nodiscard]] std::string result(const std::string& name) const
    {
        return text_of(results() / name);
    }
    [[nodiscard]] std::vector<std::string> names_in_results() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{results()}) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }
    [[nodiscard]] nlohmann::json report() const
    {
        return nlohmann::json::parse(result("report.json"));
    }
    [[nodiscard]] std::vector<std::vector<double>> history() const
    {
        return numbers_in("history.csv");
    }
    /// The cells of a table below its first line, row by row.
    [[nodiscard]] std::vector<std::vector<std::string>> cells_in(const std::string& table) const
    {
        std::vector<std::vector<std::string>> rows;
        std::istringstream lines{result(table)};
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            rows.emplace_back();
            std::istringstream cells{line};
            for (std::string cell; std::getline(cells, cell, ',');) {
                rows.back().push_back(cell);
            }
            if (line.ends_with(',')) {
                rows.back().emplace_back();
            }
        }
        return rows;
    }
    /// The numbers of a table, row by row; what is not there is not a number.
    [[nodiscard]] std::vector<std::vector<double>> numbers_in(const std::string& table) const
    {
        std::vector<std::vector<double>> rows;
        for (const std::vector<std::string>& cells : cells_in(table)) {
            rows.emplace_back();
            for (const std::string& cell : cells) {
                rows.back().push_back(cell.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                   : std::stod(cell));
            }
        }
        return rows;
    }
    /// One component of the array `name` of a file.
    [[nodiscard]] std::vector<double> field(const std::string& file, const std::string& name,
                                            int component = 0) const
    {
        const vtkNew<vtkXMLImageDataReader> reader;
        reader->SetFileName((results() / file).c_str());
        reader->Update();
        vtkDataArray* array = reader->GetOutput()->GetCellData()->GetArray(name.c_str());
        std::vector<double> values;
        for (vtkIdType n = 0; array != nullptr && n < array->GetNumberOfTuples(); ++n) {
            values.push_back(array->GetComponent(n, component));
        }
        return values;
    }

    TemporaryFolder temporary_;
};

}  // namespace tobiuo::test
