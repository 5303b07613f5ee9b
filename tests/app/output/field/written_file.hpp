// SPDX-License-Identifier: BSD-3-Clause
// The properties that files of the .vti and .vtr writers share, as VTK sees them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <vtkCellData.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/app/output/resource_limits.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

template <typename Real>
struct VtkArray;
template <>
struct VtkArray<float> {
    using type = vtkFloatArray;
};
template <>
struct VtkArray<double> {
    using type = vtkDoubleArray;
};

template <typename Real>
void expect_array(vtkDataSetAttributes& data, const char* name, const std::vector<Real>& expected)
{
    auto* array = VtkArray<Real>::type::SafeDownCast(data.GetArray(name));
    ASSERT_NE(array, nullptr) << name;
    ASSERT_EQ(array->GetNumberOfValues(), std::ssize(expected));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(array->GetValue(static_cast<vtkIdType>(i)), expected[i]) << name << " " << i;
    }
}

/// A file in a folder of its own.
class WrittenFile : public ::testing::Test {
protected:
    explicit WrittenFile(std::string name) : name_{std::move(name)} {}

    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / name_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

    /// Checks that for any limit of the file's size `write` fails and leaves nothing.
    void expect_limits_leave_nothing(const std::function<void()>& write) const
    {
        write();
        const auto whole = std::filesystem::file_size(path());
        std::filesystem::remove(path());
        for (rlim_t bytes :
             {rlim_t{0}, rlim_t{100}, rlim_t{whole / 2}, rlim_t{whole - 30}, rlim_t{whole - 1}}) {
            std::string message;
            {
                const FileSizeLimit limit{bytes};
                message = message_of<OutputError>(write);
            }
            EXPECT_THAT(message, ::testing::HasSubstr("could not write '" + path().string() + "'"));
            EXPECT_THAT(message, ::testing::HasSubstr("--output"));
            EXPECT_THAT(names_in(folder()), ::testing::IsEmpty()) << bytes << " bytes of " << whole;
        }
    }

private:
    std::string name_;
    TemporaryFolder folder_;
};

template <typename Reader>
[[nodiscard]] auto read_by_vtk(const std::filesystem::path& path)
{
    const vtkNew<Reader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    return vtkSmartPointer{reader->GetOutput()};
}

/// The arrays at the location, the first of which colours the picture, and none elsewhere.
template <typename Real>
void expect_arrays(vtkDataSet& read, Location location,
                   const std::vector<std::pair<const char*, std::vector<Real>>>& expected)
{
    vtkDataSetAttributes* data = read.GetPointData();
    vtkDataSetAttributes* empty = read.GetCellData();
    if (location == Location::cell) {
        std::swap(data, empty);
    }
    EXPECT_EQ(data->GetNumberOfArrays(), std::ssize(expected));
    EXPECT_EQ(empty->GetNumberOfArrays(), 0);
    for (const auto& [name, values] : expected) {
        expect_array(*data, name, values);
    }
    ASSERT_NE(data->GetScalars(), nullptr) << "the file would not open coloured";
    EXPECT_STREQ(data->GetScalars()->GetName(), expected.front().first);
}

}  // namespace tobiuo::test
