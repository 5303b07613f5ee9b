// A VTK array whose values are read, some planes at a time, while VTK writes it.
#pragma once

#include <vtkGenericDataArray.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <vector>

#include "app/output/field/vti.hpp"

namespace tobiuo::vtk {

/// The first `count` of the values that `streamed` reads. It has no memory for all of them, so that
/// nothing can be stored in it, and no pointer to them can be had. One thread reads it.
template <typename Real>
class StreamedArray final : public vtkGenericDataArray<StreamedArray<Real>, Real> {
    using Base = vtkGenericDataArray<StreamedArray<Real>, Real>;

public:
    vtkTemplateTypeMacro(StreamedArray<Real>, Base);

    static vtkSmartPointer<StreamedArray> of(const StreamedValues& streamed, std::int64_t count);

    // NOLINTBEGIN(readability-identifier-naming): what VTK calls by these names
    static StreamedArray* New();
    [[nodiscard]] Real GetValue(vtkIdType index) const;
    void GetTypedTuple(vtkIdType index, Real* tuple) const { *tuple = GetValue(index); }
    [[nodiscard]] Real GetTypedComponent(vtkIdType index, int /*component*/) const
    {
        return GetValue(index);
    }
    void SetValue(vtkIdType /*index*/, Real /*value*/) {}
    void SetTypedTuple(vtkIdType /*index*/, const Real* /*tuple*/) {}
    void SetTypedComponent(vtkIdType /*index*/, int /*component*/, Real /*value*/) {}
    // NOLINTEND(readability-identifier-naming)

protected:
    bool ComputeScalarRange(double* range) override;

private:
    friend Base;

    // NOLINTBEGIN(readability-identifier-naming)
    bool AllocateTuples(vtkIdType /*count*/) { return true; }
    bool ReallocateTuples(vtkIdType /*count*/) { return true; }
    // NOLINTEND(readability-identifier-naming)

    void read_block_of(vtkIdType index) const;

    StreamedValues streamed_;
    mutable std::vector<double> block_;  ///< the planes that were read last
    mutable vtkIdType begin_ = 0;        ///< the index of its first value
};

extern template class StreamedArray<float>;
extern template class StreamedArray<double>;

}  // namespace tobiuo::vtk
