// SPDX-License-Identifier: BSD-3-Clause
// Runs a poisson case in a folder of its own, and reads its results.
#pragma once

#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataReader.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

class PoissonCaseRun : public ::testing::Test {
protected:
    /// Runs on the CPU, unless `text` names a back end.
    std::filesystem::path write_case(const std::string& text)
    {
        auto path = temporary_.path() / "case.yaml";
        const bool chooses = text.find("backend:") != std::string::npos;
        write_file(path, "name: t\nsolver: poisson\n" + text + (chooses ? "" : "backend: cpu\n"));
        return path;
    }
    /// Runs the case and returns its outcome. A measured ceiling is kept in a cache of its own.
    Outcome run(const std::string& text, const std::string& ceiling = "none")
    {
        const std::string cache = temporary_.path() / "cache";
        RunningProgram program{{"run", write_case(text), "--force", "--ceiling", ceiling}, [&] {
                                   if (ceiling != "none") {
                                       setenv("XDG_CACHE_HOME", cache.c_str(), 1);
                                   }
                               }};
        return program.wait();
    }

    [[nodiscard]] std::filesystem::path results() const { return temporary_.path() / "out" / "t"; }
    [[nodiscard]] nlohmann::json report() const
    {
        return nlohmann::json::parse(text_of(results() / "report.json"));
    }
    /// The field `name` of p.vti; cell or point data, whichever has it.
    [[nodiscard]] std::vector<double> field(const std::string& name) const
    {
        const vtkNew<vtkXMLImageDataReader> reader;
        reader->SetFileName((results() / "p.vti").c_str());
        reader->Update();
        vtkDataArray* array = reader->GetOutput()->GetCellData()->GetArray(name.c_str());
        if (array == nullptr) {
            array = reader->GetOutput()->GetPointData()->GetArray(name.c_str());
        }
        std::vector<double> values;
        for (vtkIdType n = 0; array != nullptr && n < array->GetNumberOfTuples(); ++n) {
            values.push_back(array->GetComponent(n, 0));
        }
        return values;
    }

    TemporaryFolder temporary_;
};

/// The solution u = exp(y) sin(2 pi x) sin(pi z): periodic, Neumann and Dirichlet, and Dirichlet.
inline constexpr const char* mixed_case =
    "grid: { cells: [32, 24, 16] }\n"
    "boundary:\n"
    "  x: periodic\n"
    "  y: { lower: { neumann: \"-sin(2*pi*x)*sin(pi*z/0.5)\" },\n"
    "       upper: { dirichlet: \"exp(0.75)*sin(2*pi*x)*sin(pi*z/0.5)\" } }\n"
    "  z: dirichlet\n"
    "source: \"(1 - 8*pi^2)*exp(y)*sin(2*pi*x)*sin(pi*z/0.5)\"\n"
    "exact: \"exp(y)*sin(2*pi*x)*sin(pi*z/0.5)\"\n"
    "output: { fields: [p, f, residual, error, exact] }\n";

}  // namespace tobiuo::test
