// SPDX-License-Identifier: BSD-3-Clause
// VTK arrays that have addresses and no memory: blocks of their values are in a window of planes.
#include "app/output/field/streamed_array.hpp"

#include <sys/mman.h>
#include <vtkAOSDataArrayTemplate.h>
#include <vtkObjectFactory.h>
#include <vtkTypeTraits.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/output/field/encoding.hpp"
#include "app/output/field/vtk_encoder.hpp"
#include "runtime/precision.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo::vtk {
namespace {

/// Addresses that nothing else gets and nobody may read or write.
class Addresses {
public:
    explicit Addresses(std::size_t bytes)
        : bytes_{std::max<std::size_t>(bytes, 1)},
          first_{::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                        0)}
    {
        if (first_ == MAP_FAILED) {
            throw std::bad_alloc{};
        }
    }
    Addresses(const Addresses&) = delete;
    Addresses& operator=(const Addresses&) = delete;
    ~Addresses() { ::munmap(first_, bytes_); }

    [[nodiscard]] void* first() const { return first_; }

private:
    std::size_t bytes_;
    void* first_;
};

/// A window of values that moves on from the first one to the last. What reads them may keep memory
/// from one call to the next, so that it is not copied.
template <typename Real>
class Window {
public:
    explicit Window(const StreamedValues& streamed) : streamed_{&streamed} {}

    /// What a compressor asks for, see BytesAt. It begins again whenever the first block is next.
    [[nodiscard]] std::span<const unsigned char> at(std::size_t offset, std::size_t size,
                                                    bool is_next)
    {
        if (is_next && (offset == 0 || size == 0)) {
            *this = Window{*streamed_};
        }
        if (size == 0) {
            return {};
        }
        const std::size_t first = offset / sizeof(Real);
        const std::size_t count = size / sizeof(Real);
        while (first + count > begin_ + kept_) {
            if (!is_next) {
                return {};
            }
            move_to(first);
        }
        const Real* const values = values_.data() + (first - begin_);
        return {reinterpret_cast<const unsigned char*>(values), size};
    }

private:
    /// Lets go of the values before number `first`, and reads the next planes.
    void move_to(std::size_t first)
    {
        const poisson::PlaneBlocks& blocks = streamed_->blocks;
        const std::int64_t planes =
            std::min(blocks.largest() / blocks.values, blocks.planes - next_plane_);
        if (planes <= 0) {
            throw std::logic_error{"a field has fewer planes than its grid"};
        }
        const auto added = static_cast<std::size_t>(planes * blocks.values);
        const auto kept_from = values_.begin() + static_cast<std::ptrdiff_t>(first - begin_);
        std::copy(kept_from, values_.begin() + static_cast<std::ptrdiff_t>(kept_), values_.begin());
        kept_ -= first - begin_;
        begin_ = first;
        values_.resize(std::max(values_.size(), kept_ + added));
        read_planes({values_.data() + kept_, added});
        kept_ += added;
        next_plane_ += planes;
    }

    void read_planes(std::span<double> to) { streamed_->read(next_plane_, to); }
    void read_planes(std::span<float> to)
    {
        wide_.resize(std::max(wide_.size(), to.size()));
        streamed_->read(next_plane_, {wide_.data(), to.size()});
        const auto count = static_cast<std::int64_t>(to.size());
        [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t n = 0; n < count; ++n) {
            to[static_cast<std::size_t>(n)] =
                static_cast<float>(wide_[static_cast<std::size_t>(n)]);
        }
    }

    const StreamedValues* streamed_;
    std::vector<Real> values_;  ///< the window, and room for more
    std::vector<double> wide_;  ///< planes of an array of floats as they are read
    std::size_t begin_ = 0;     ///< the number of the first value in the window
    std::size_t kept_ = 0;      ///< values in the window
    std::int64_t next_plane_ = 0;
};

/// The least and the largest of numbers that come in pieces; those that are not a number are left
/// out.
class Range {
public:
    /// The range where there are no numbers.
    Range(double least, double most) : least_{least}, most_{most} {}

    void add(std::span<const double> values)
    {
        constexpr std::int64_t piece = 4096;
        const std::int64_t pieces = (std::ssize(values) + piece - 1) / piece;
        double least = least_;
        double most = most_;
        [[maybe_unused]] const int threads = threads_for(std::ssize(values), 1.0);
#pragma omp parallel for num_threads(threads) reduction(min : least) reduction(max : most)
        for (std::int64_t n = 0; n < pieces; ++n) {
            const std::size_t first = static_cast<std::size_t>(n * piece);
            const auto [low, high] = of_piece(
                values.subspan(first, std::min<std::size_t>(piece, values.size() - first)));
            least = std::min(least, low);
            most = std::max(most, high);
        }
        least_ = least;
        most_ = most;
    }

    [[nodiscard]] double least() const
    {
        return least_;
    }
    [[nodiscard]] double most() const
    {
        return most_;
    }

private:
    /// As the compiler can do it with vectors, without changing what a number that is none does.
    static std::pair<double, double> of_piece(std::span<const double> values)
    {
        constexpr std::size_t lanes = 16;
        std::array<double, lanes> low{};
        std::array<double, lanes> high{};
        low.fill(std::numeric_limits<double>::max());
        high.fill(std::numeric_limits<double>::lowest());
        const auto take = [&](std::size_t lane, double value) {
            low[lane] = value < low[lane] ? value : low[lane];
            high[lane] = value > high[lane] ? value : high[lane];
        };
        std::size_t n = 0;
        for (; n + lanes <= values.size(); n += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                take(lane, values[n + lane]);
            }
        }
        for (; n < values.size(); ++n) {
            take(0, values[n]);
        }
        return {*std::ranges::min_element(low), *std::ranges::max_element(high)};
    }

    double least_;
    double most_;
};

template <typename Real>
class StreamedArray final : public vtkAOSDataArrayTemplate<Real> {
public:
    vtkTemplateTypeMacro(StreamedArray<Real>, vtkAOSDataArrayTemplate<Real>);
    // NOLINTNEXTLINE(readability-identifier-naming): what VTK calls by this name
    static StreamedArray* New() { VTK_STANDARD_NEW_BODY(StreamedArray<Real>); }

    static vtkSmartPointer<StreamedArray> of(const StreamedValues& streamed, std::int64_t count)
    {
        auto array = vtkSmartPointer<StreamedArray>::New();
        array->streamed_ = streamed;
        array->addresses_.emplace(static_cast<std::size_t>(count) * sizeof(Real));
        constexpr int keep = 1;  // VTK must not free them
        array->SetArray(static_cast<Real*>(array->addresses_->first()), count, keep);
        return array;
    }

    void expect_by(CompressorAhead& compressor)
    {
        const auto* first = static_cast<const unsigned char*>(addresses_->first());
        const auto bytes = static_cast<std::size_t>(this->GetNumberOfValues()) * sizeof(Real);
        compressor.expect({first, bytes}, block_bytes,
                          [window = Window<Real>{streamed_}](std::size_t offset, std::size_t size,
                                                             bool is_next) mutable {
                              return window.at(offset, size, is_next);
                          });
    }

protected:
    /// VTK's own search would read the values at their addresses. Rounding keeps the order of
    /// numbers, and a zero has no sign here.
    // NOLINTNEXTLINE(readability-identifier-naming)
    bool ComputeScalarRange(double* range) override
    {
        using Ends = vtkTypeTraits<Real>;  // with which VTK begins, too
        Range found{Ends::Max(), Ends::Min()};
        poisson::read_blocks(streamed_.blocks, streamed_.read,
                             [&](std::int64_t first, std::span<const double> values) {
                                 const std::int64_t left =
                                     this->GetNumberOfValues() - first * streamed_.blocks.values;
                                 const auto count =
                                     std::clamp<std::int64_t>(left, 0, std::ssize(values));
                                 found.add(values.first(static_cast<std::size_t>(count)));
                             });
        range[0] = static_cast<double>(static_cast<Real>(found.least())) + 0.0;
        range[1] = static_cast<double>(static_cast<Real>(found.most())) + 0.0;
        return true;
    }

private:
    StreamedValues streamed_;
    std::optional<Addresses> addresses_;
};

}  // namespace

vtkSmartPointer<vtkDataArray> streamed_array(const StreamedValues& streamed, std::int64_t count)
{
    if (streamed.precision == Precision::fp32) {
        return StreamedArray<float>::of(streamed, count);
    }
    return StreamedArray<double>::of(streamed, count);
}

bool expect_streamed(vtkDataArray& array, CompressorAhead& compressor)
{
    if (auto* const singles = dynamic_cast<StreamedArray<float>*>(&array)) {
        singles->expect_by(compressor);
        return true;
    }
    if (auto* const doubles = dynamic_cast<StreamedArray<double>*>(&array)) {
        doubles->expect_by(compressor);
        return true;
    }
    return false;
}

}  // namespace tobiuo::vtk
