// SPDX-License-Identifier: BSD-3-Clause
// The systems along z of one rank's planes, on any machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include <tobiuo/stream.hpp>

#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/slab/slab_line.hpp"
#include "kernels/tridiagonal/unequal/joined_unequal.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/executor.hpp"
#include "solvers/poisson/ranks/joined_arrays.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// What the systems of a rank are made of.
struct SlabRequest {
    const Problem& problem;
    const RankRows& rows;             ///< outlives the slab
    const runtime::Machine& machine;  ///< outlives the slab
    std::vector<double> inner;        ///< eigenvalues of x; on a device per line of a padded row
    std::vector<double> outer;        ///< eigenvalues of y, with lambda
    double round_trip = 1.0;          ///< factor of the inverse transforms after the forward ones
    int threads = 1;                  ///< of a host
    bool in_parts = false;            ///< whether the planes are on the device in parts

    [[nodiscard]] long long columns() const { return std::ssize(inner) * std::ssize(outer); }
    [[nodiscard]] long long zero_mode() const { return zero_mode_of(inner, outer); }
};

/// What the systems of both kinds have: a column for each mode of x and y, and what ranks tell in
/// numbers of type Told.
template <typename Told>
class RankColumns {
public:
    [[nodiscard]] const Messages& messages() const { return messages_; }

    /// What the last solve has removed from the zero mode, times the round trip of transforms, when
    /// the work on the stream is done.
    [[nodiscard]] double removed(Stream stream) const
    {
        return has_null_space_
                   ? value_and_wait(machine_, Precision::fp64, arrays_.constant(all()), stream)
                   : 0.0;
    }

protected:
    RankColumns(const SlabRequest& wanted, const JoinedArrays<Told>& arrays, long long zero_mode)
        : rows_{wanted.rows},
          machine_{wanted.machine},
          has_null_space_{has_null_space(wanted.problem)},
          zero_mode_{zero_mode},
          scale_{1.0 / wanted.round_trip},
          columns_{wanted.columns()},
          inner_count_{std::ssize(wanted.inner)},
          inner_{uploaded(wanted.inner)},
          outer_{uploaded(wanted.outer)},
          devices_{uploaded(wanted.rows.rows)},
          arrays_{arrays},
          place_{uploaded(arrays_.order().place())},
          counts_{uploaded(arrays_.order().counts())},
          begins_{uploaded(arrays_.order().begins())},
          doubles_{zeros(arrays_.doubles())},
          messages_{arrays_.messages(all())}
    {
    }

    template <typename Value>
    [[nodiscard]] runtime::Array uploaded(const std::vector<Value>& values)
    {
        const auto bytes = std::as_bytes(std::span{values});
        bytes_ += bytes.size();
        return machine_.copied_and_wait(bytes);
    }
    [[nodiscard]] runtime::Array zeros(std::size_t doubles)
    {
        bytes_ += doubles * sizeof(double);
        return machine_.zeros_and_wait(doubles * sizeof(double));
    }

    /// Bytes of the arrays of this object.
    [[nodiscard]] std::size_t array_bytes() const { return bytes_; }

    [[nodiscard]] double* all() const { return doubles_.as<double>(); }
    [[nodiscard]] tridiagonal::SlabSums own() const { return arrays_.own(all()); }
    [[nodiscard]] tridiagonal::ToldSums<Told> own_told() const
    {
        return arrays_.own_told(all(), order());
    }
    [[nodiscard]] tridiagonal::AllTold<Told> joined() const
    {
        return arrays_.joined(all(), devices_.as<long long>(), order());
    }
    [[nodiscard]] tridiagonal::ToldOrder order() const
    {
        return {.place = place_.as<int>(),
                .counts = counts_.as<long long>(),
                .begins = begins_.as<long long>()};
    }

private:
    std::size_t bytes_ = 0;

protected:
    const RankRows& rows_;
    const runtime::Machine& machine_;
    bool has_null_space_;
    long long zero_mode_;
    double scale_;
    long long columns_;
    long long inner_count_;
    runtime::Array inner_;
    runtime::Array outer_;
    runtime::Array devices_;  ///< RankRows::rows
    JoinedArrays<Told> arrays_;
    runtime::Array place_;  ///< of WaveOrder, and the next two; empty without one
    runtime::Array counts_;
    runtime::Array begins_;
    runtime::Array doubles_;
    Messages messages_;
};

/// A slab of a z of equal cells: tridiagonal::SlabColumn. `Work` is what runs on the machine:
/// EqualOnHost or EqualOnDevice. A slab is solved whole, by begin() and end(); or in parts, on a
/// device, which rise one after the other before tell() and fall after turn(). Ranks exchange
/// messages before end() or turn().
template <typename T, typename Work>
class EqualSlab : public RankColumns<typename Work::Told> {
    using Told = typename Work::Told;

public:
    explicit EqualSlab(const SlabRequest& wanted)
        : EqualSlab{wanted, row_order_of(wanted.problem, 2).edges, wanted.zero_mode()}
    {
    }

    /// The numbers of 8 bytes beside the eigenvalues, of `columns` columns, at most.
    [[nodiscard]] static std::int64_t numbers(const Problem& problem, const RankRows& rows,
                                              std::int64_t columns)
    {
        const JoinedArrays<Told> arrays{rows, columns, row_order_of(problem, 2).edges, false};
        // Where they are told in an order, copies of the sums, which are four at most, and tables.
        constexpr std::int64_t copies = 4;
        const std::int64_t in_order = rows.devices() > 2 ? (copies + 1) * columns : 0;
        return static_cast<std::int64_t>(arrays.doubles()) + in_order + 3 * rows.devices() + 1;
    }

    static constexpr std::string_view name = "recurrences along z";

    void begin(T* modes, Stream stream) const
    {
        work_.begin(systems(), this->own(), this->own_told(), modes, stream);
    }
    void end(T* modes, Stream stream) const
    {
        integrate(stream);
        work_.finish(systems(), this->own(), this->joined(), modes, stream);
    }

    void rise(const tridiagonal::Slab<T>& part, Stream stream) const
    {
        work_.rise(systems(), this->own(), part, stream);
    }
    void tell(Stream stream) const { work_.tell(systems(), this->own(), this->own_told(), stream); }
    void turn(Stream stream) const
    {
        integrate(stream);
        work_.join(systems(), this->own(), this->joined(), stream);
    }
    void fall(const tridiagonal::Slab<T>& part, Stream stream) const
    {
        work_.fall(systems(), this->own(), part, stream);
    }

    [[nodiscard]] std::size_t bytes() const { return this->array_bytes() + work_.bytes(); }

private:
    EqualSlab(const SlabRequest& wanted, const Edges& edges, long long zero_mode)
        : RankColumns<Told>{wanted,
                            JoinedArrays<Told>{wanted.rows, wanted.columns(), edges, zero_mode >= 0,
                                               order_of(wanted, edges)},
                            zero_mode},
          edges_{edges},
          spacing_{wanted.problem.grid.axes[2].spacing()},
          work_{wanted, edges}
    {
    }

    [[nodiscard]] static WaveOrder order_of(const SlabRequest& wanted, const Edges& edges)
    {
        const double spacing = wanted.problem.grid.axes[2].spacing();
        std::vector<double> sigma;
        for (const double outer : wanted.outer) {
            for (const double inner : wanted.inner) {
                sigma.push_back(-(inner + outer) * spacing * spacing);
            }
        }
        return {wanted.rows, sigma, edges.first == tridiagonal::Edge::periodic,
                tridiagonal::lost_wave<T>};
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = this->inner_.template as<double>(),
                .inner_count = this->inner_count_,
                .outer = this->outer_.template as<double>(),
                .diffusion = 1.0 / (spacing_ * spacing_),
                .scale = this->scale_,
                .columns = this->columns_,
                .rows = this->rows_.planes.count,
                .zero_mode = this->zero_mode_};
    }

    /// Solves the column of the zero mode, all of whose rows have arrived.
    void integrate(Stream stream) const
    {
        if (this->zero_mode_ >= 0) {
            tridiagonal::SlabSystems whole = systems();
            whole.rows = this->rows_.all_rows();
            work_.integrate(tridiagonal::zero_line(
                                edges_.first, edges_.last, whole,
                                this->arrays_.whole_equal_sums(this->all(), this->has_null_space_)),
                            stream);
        }
    }

    Edges edges_;
    double spacing_;
    Work work_;
};

/// A slab of a stretched z: tridiagonal::JoinedUnequalColumn. `Work` is UnequalOnHost or
/// UnequalOnDevice; as EqualSlab.
template <typename T, typename Work>
class UnequalSlab : public RankColumns<double> {
public:
    explicit UnequalSlab(const SlabRequest& wanted)
        : UnequalSlab{wanted, has_null_space(wanted.problem) ? wanted.zero_mode() : -1,
                      three_point(wanted.problem, 2)}
    {
    }

    /// The numbers of 8 bytes beside the eigenvalues, of `columns` columns: also the coefficients
    /// of z, and what parts leave to each other.
    [[nodiscard]] static std::int64_t numbers(const Problem& problem, const RankRows& rows,
                                              std::int64_t columns)
    {
        constexpr std::int64_t coefficients = 3;
        const JoinedArrays<double> arrays{rows, columns, false};
        const bool has_heights = has_null_space(problem);
        return static_cast<std::int64_t>(arrays.doubles()) + rows.devices() +
               rows.passage_layout(columns).doubles() + tridiagonal::risen_doubles * columns +
               (coefficients + (has_heights ? 1 : 0)) * rows.all_rows();
    }

    static constexpr std::string_view name = "elimination along z";

    void begin(T* modes, Stream stream) const
    {
        work_.rise(systems(), passages(), own(), whole(modes), stream);
    }
    void end(T* modes, Stream stream) const
    {
        integrate(stream);
        work_.finish(systems(), passages(), own(), joined(), whole(modes), stream);
    }

    void rise(const tridiagonal::Slab<T>& part, Stream stream) const
    {
        work_.rise(systems(), passages(), own(), part_of(part), stream);
    }
    void tell(Stream /*stream*/) const {}  // the sums are told as they are
    void turn(Stream stream) const
    {
        integrate(stream);
        work_.join(systems(), passages(), own(), joined(), stream);
    }
    void fall(const tridiagonal::Slab<T>& part, Stream stream) const
    {
        work_.fall(systems(), passages(), own(), part_of(part), stream);
    }

    [[nodiscard]] std::size_t bytes() const { return array_bytes() + work_.bytes(); }

private:
    UnequalSlab(const SlabRequest& wanted, long long zero_mode, const ThreePoint& points)
        : RankColumns{wanted, JoinedArrays<double>{wanted.rows, wanted.columns(), zero_mode >= 0},
                      zero_mode},
          lines_{rows_of(points)},
          below_{uploaded(points.below)},
          above_{uploaded(points.above)},
          width_{uploaded(points.width)},
          layout_{wanted.rows.passage_layout(wanted.columns())},
          passages_{zeros(static_cast<std::size_t>(layout_.doubles()))},
          heights_{zeros(zero_mode >= 0 ? points.width.size() : 0)},
          risen_{zeros(wanted.in_parts
                           ? static_cast<std::size_t>(tridiagonal::risen_doubles * wanted.columns())
                           : 0)},
          work_{wanted}
    {
        work_.prepare(systems(), passages(), joined(), nullptr);
        machine_.wait(nullptr);
    }

    [[nodiscard]] tridiagonal::UnequalSlabSystems systems() const
    {
        tridiagonal::UnequalRows rows = lines_;
        rows.below = below_.as<double>();
        rows.above = above_.as<double>();
        rows.width = width_.as<double>();
        return {.rows = rows,
                .inner = inner_.as<double>(),
                .inner_count = inner_count_,
                .outer = outer_.as<double>(),
                .scale = scale_,
                .columns = columns_,
                .zero_mode = zero_mode_,
                .kept_step = tridiagonal::joined_kept_step};
    }
    [[nodiscard]] tridiagonal::UnequalPassages passages() const
    {
        return layout_.passages(passages_.as<double>());
    }
    [[nodiscard]] tridiagonal::SlabPart<T> whole(T* modes) const
    {
        return {.rows = tridiagonal::slab_of(modes, columns_, rows_.planes.count,
                                             rows_.planes.first, false)};
    }
    /// A part whose rows count from the first one of the slab.
    [[nodiscard]] tridiagonal::SlabPart<T> part_of(tridiagonal::Slab<T> rows) const
    {
        const long long begin = rows.first_row;
        rows.first_row += rows_.planes.first;
        return {.rows = rows, .begin = begin, .risen = risen_.as<double>()};
    }

    /// Solves the column of the zero mode, all of whose rows have arrived.
    void integrate(Stream stream) const
    {
        if (zero_mode_ >= 0) {
            work_.integrate(tridiagonal::zero_line(systems(), arrays_.whole_unequal_sums(
                                                                  all(), heights_.as<double>())),
                            stream);
        }
    }

    tridiagonal::UnequalRows lines_;  ///< only its numbers are used
    runtime::Array below_;
    runtime::Array above_;
    runtime::Array width_;
    tridiagonal::PassageLayout layout_;
    runtime::Array passages_;
    runtime::Array heights_;
    runtime::Array risen_;
    Work work_;
};

}  // namespace tobiuo::poisson
