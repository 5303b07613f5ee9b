// A VTK array whose values are read, some planes at a time, while VTK writes it.
#pragma once

#include <vtkGenericDataArray.h>
#include <vtkObjectFactory.h>
#include <vtkSmartPointer.h>
#include <vtkGenericDataArray.txx>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/output/field/encoding.hpp"
#include "app/output/field/vti.hpp"

namespace tobiuo::vtk {

/// Begins with the bytes of a block that a file is to have next; `owner` keeps them.
using BeginBlock =
    std::function<void(std::shared_ptr<const void> owner, std::span<const unsigned char> bytes)>;

/// What a StreamedArray of any type can be told.
class Streamed {
public:
    virtual ~Streamed() = default;

    /// Calls `begin` for blocks of `bytes` bytes from the first value on, some blocks before VTK
    /// asks for their values; not for an array of a single block.
    void begin_ahead(std::size_t bytes, BeginBlock begin)
    {
        block_bytes_ = bytes;
        begin_block_ = std::move(begin);
    }

protected:
    std::size_t block_bytes_ = block_bytes;
    BeginBlock begin_block_;
};

/// The first `count` of the values that `streamed` reads. It has no memory for all of them, so that
/// nothing can be stored in it, and no pointer to them can be had. One thread reads it, from the
/// first value to the last.
template <typename Real>
class StreamedArray final : public vtkGenericDataArray<StreamedArray<Real>, Real>, public Streamed {
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

    /// The values of a block of the file.
    [[nodiscard]] vtkIdType block_values() const
    {
        return static_cast<vtkIdType>(block_bytes_ / sizeof(Real));
    }
    [[nodiscard]] vtkIdType end() const { return begin_ + kept_; }

    using Memory = std::shared_ptr<Real[]>;  // NOLINT(*-avoid-c-arrays)

    /// Memory for a block of planes and what goes before, less than a block of the file. Nobody
    /// else has it.
    [[nodiscard]] Memory own_memory() const;
    void begin_again() const;
    /// Has a value in memory, and begins with blocks.
    void look_at(vtkIdType index) const;
    /// Replaces the values in memory by the next planes, behind what there is of a block of the
    /// file that goes on in them.
    void read_on() const;
    /// Begins with blocks of the file that are in memory, up to some behind a value.
    void begin_blocks(vtkIdType index) const;

    StreamedValues streamed_;
    mutable Memory values_;
    mutable Memory spare_;         ///< of the planes before; others may still read it
    mutable vtkIdType begin_ = 0;  ///< the index of the first value in memory
    mutable vtkIdType kept_ = 0;   ///< values in memory
    mutable std::int64_t next_plane_ = 0;
    mutable vtkIdType begun_ = 0;       ///< the index behind the blocks that are begun
    mutable std::vector<double> read_;  ///< planes in the other precision
    mutable vtkIdType last_ = 0;        ///< the number of values, when it was looked at
    mutable vtkIdType next_look_ = 0;   ///< the index of the next value at which to begin more
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
void StreamedArray<Real>::begin_again() const
{
    values_.reset();
    spare_.reset();
    read_ = std::vector<double>{};
    begin_ = 0;
    kept_ = 0;
    next_plane_ = 0;
    begun_ = 0;
    next_look_ = 0;
}

template <typename Real>
typename StreamedArray<Real>::Memory StreamedArray<Real>::own_memory() const
{
    if (spare_ != nullptr && spare_.use_count() == 1) {
        std::atomic_thread_fence(std::memory_order_acquire);  // after the last read of others
        return std::move(spare_);
    }
    return std::make_shared_for_overwrite<Real[]>(  // NOLINT(*-avoid-c-arrays)
        static_cast<std::size_t>(streamed_.blocks.largest() + block_values()));
}

template <typename Real>
void StreamedArray<Real>::read_on() const
{
    const poisson::PlaneBlocks& blocks = streamed_.blocks;
    const std::int64_t planes =
        std::min(blocks.largest() / blocks.values, blocks.planes - next_plane_);
    const vtkIdType first = end() / block_values() * block_values();
    const vtkIdType old = end() - first;
    const std::int64_t added = planes * blocks.values;
    const Memory values = own_memory();
    std::copy_n(values_.get() + (first - begin_), old, values.get());
    Real* const to = values.get() + old;
    if constexpr (std::is_same_v<Real, double>) {
        streamed_.read(next_plane_, {to, static_cast<std::size_t>(added)});
    } else {
        read_.resize(static_cast<std::size_t>(added));
        streamed_.read(next_plane_, read_);
        const double* const from = read_.data();
#pragma omp parallel for schedule(static)
        for (std::int64_t n = 0; n < added; ++n) {
            to[n] = static_cast<Real>(from[n]);
        }
    }
    spare_ = std::exchange(values_, values);
    begin_ = first;
    kept_ = old + added;
    next_plane_ += planes;
}

template <typename Real>
void StreamedArray<Real>::begin_blocks(vtkIdType index) const
{
    constexpr vtkIdType blocks_ahead = 8;
    const vtkIdType all = this->GetNumberOfValues();
    next_look_ = std::min(index + block_values(), end());
    const bool wanted = begin_block_ && all > block_values();
    begun_ = std::max(begun_, begin_);
    while (wanted && begun_ < std::min(index + blocks_ahead * block_values(), all)) {
        const vtkIdType behind = std::min(begun_ + block_values(), all);
        if (behind > end()) {
            return;  // until the next planes are read
        }
        const auto* bytes = reinterpret_cast<const unsigned char*>(&values_[begun_ - begin_]);
        begin_block_(values_, {bytes, static_cast<std::size_t>(behind - begun_) * sizeof(Real)});
        begun_ = behind;
    }
}

template <typename Real>
Real StreamedArray<Real>::GetValue(vtkIdType index) const
{
    if (index < begin_ || index >= next_look_) {
        look_at(index);
    }
    const Real value = values_[index - begin_];
    if (index + 1 == last_) {
        begin_again();  // another array comes next
    }
    return value;
}

template <typename Real>
void StreamedArray<Real>::look_at(vtkIdType index) const
{
    last_ = this->GetNumberOfValues();
    if (index < begin_) {
        begin_again();
    }
    while (index >= end()) {
        read_on();
    }
    begin_blocks(index);
}

// VTK's own search for the range divides an array among threads.
template <typename Real>
bool StreamedArray<Real>::ComputeScalarRange(double* range)
{
    Real least = std::numeric_limits<Real>::max();
    Real most = std::numeric_limits<Real>::lowest();
    begin_again();
    while (end() < this->GetNumberOfValues()) {
        const vtkIdType seen = end();
        read_on();
        const Real* const values = values_.get();
        const vtkIdType behind = std::min(kept_, this->GetNumberOfValues() - begin_);
#pragma omp parallel for schedule(static) reduction(min : least) reduction(max : most)
        for (vtkIdType n = seen - begin_; n < behind; ++n) {
            least = std::min(least, values[n]);
            most = std::max(most, values[n]);
        }
    }
    range[0] = static_cast<double>(least);
    range[1] = static_cast<double>(most);
    begin_again();
    return true;
}

}  // namespace tobiuo::vtk
