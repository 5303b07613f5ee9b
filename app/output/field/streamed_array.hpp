// A VTK array whose values are read, some planes at a time, while VTK writes it.
#pragma once

#include <vtkGenericDataArray.h>
#include <vtkObjectFactory.h>
#include <vtkSmartPointer.h>
#include <vtkGenericDataArray.txx>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

template <typename Real>
StreamedArray<Real>* StreamedArray<Real>::New()
{
    VTK_STANDARD_NEW_BODY(StreamedArray<Real>);
}

template <typename Real>
vtkSmartPointer<StreamedArray<Real>> StreamedArray<Real>::of(const StreamedValues& streamed,
                                                             std::int64_t count)
{
    auto array = vtkSmartPointer<StreamedArray>::New();
    array->streamed_ = streamed;
    array->SetNumberOfTuples(count);
    return array;
}

template <typename Real>
void StreamedArray<Real>::read_block_of(vtkIdType index) const
{
    const poisson::PlaneBlocks& blocks = streamed_.blocks;
    const std::int64_t most = blocks.largest() / blocks.values;
    const std::int64_t first = index / blocks.values / most * most;
    const std::int64_t planes = std::min(most, blocks.planes - first);
    block_.resize(static_cast<std::size_t>(planes * blocks.values));
    streamed_.read(first, block_);
    begin_ = first * blocks.values;
}

template <typename Real>
Real StreamedArray<Real>::GetValue(vtkIdType index) const
{
    if (index < begin_ || index >= begin_ + static_cast<vtkIdType>(block_.size())) {
        read_block_of(index);
    }
    const auto value = static_cast<Real>(block_[static_cast<std::size_t>(index - begin_)]);
    if (index + 1 == this->GetNumberOfValues()) {
        block_ = std::vector<double>{};  // another array comes next
    }
    return value;
}

// VTK's own search for the range divides an array among threads.
template <typename Real>
bool StreamedArray<Real>::ComputeScalarRange(double* range)
{
    range[0] = std::numeric_limits<Real>::max();
    range[1] = std::numeric_limits<Real>::lowest();
    for (vtkIdType index = 0; index < this->GetNumberOfValues(); ++index) {
        const auto value = static_cast<double>(GetValue(index));
        range[0] = std::min(range[0], value);
        range[1] = std::max(range[1], value);
    }
    return true;
}

}  // namespace tobiuo::vtk
