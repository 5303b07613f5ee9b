#include "app/output/field/streamed_array.hpp"

#include <vtkObjectFactory.h>
#include <vtkGenericDataArray.txx>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace tobiuo::vtk {

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

template class StreamedArray<float>;
template class StreamedArray<double>;

}  // namespace tobiuo::vtk
