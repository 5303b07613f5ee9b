// The values of an array that VTK has read.
#pragma once

#include <gtest/gtest.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>

#include <cstddef>
#include <iterator>
#include <vector>

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

}  // namespace tobiuo::test
