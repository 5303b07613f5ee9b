// SPDX-License-Identifier: BSD-3-Clause
// A rank that solves by transposition: planes are transformed along x and y, all ranks exchange
// blocks, so that each has columns of whole lines along z, these are solved, and all goes back.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/walls/wall_item.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/ranks/messages.hpp"
#include "solvers/poisson/ranks/device_ranks.hpp"
#include "solvers/poisson/ranks/made_together.hpp"
#include "solvers/poisson/ranks/mode_transposition.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "solvers/poisson/ranks/rank_walls.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {
namespace {

/// What all parts of a rank are made with.
struct RankSetting {
    const Communicator& ranks;
    const runtime::Machine& machine;  ///< that has the arrays
    DistributedOptions options;
    int threads;
    bool takes_rows;  ///< whether the exchange does
    /// What each solver may take of a GPU that arrays in host memory visit.
    std::int64_t device_bytes;

    /// Whether a spectral solve has no second solver for its walls.
    [[nodiscard]] bool walls_are_zero() const { return options.zero_walls || options.walls_in_f; }

    template <typename T>
    [[nodiscard]] RankPasses<T> passes(const Problem& problem, const RankPart& part) const
    {
        return made_together(ranks, [&] {
            return options.host_arrays
                       ? device_ranks<T>().passes_in_rounds(problem, part, device_bytes)
                       : resident_passes<T>(problem, part, machine, threads);
        });
    }
};

template <typename T>
class TransposedSolver final : public RankSolver<T> {
public:
    TransposedSolver(const Problem& problem, const RankSetting& setting)
        : ranks_{setting.ranks},
          machine_{setting.machine},
          arrays_are_elsewhere_{setting.options.host_arrays},
          is_spectral_{problem.op == Operator::spectral},
          has_walls_{has_walls(problem)},
          has_null_space_{has_null_space(problem)},
          transposition_{problem, ranks_, machine_, setting.options.chunks, setting.takes_rows},
          passes_{setting.passes<T>(problem, transposition_.part())},
          share_passes_{
              problem, {.zero_walls = setting.walls_are_zero()}, [&](const Problem& other) {
                  validate(other);
                  return setting.passes<T>(other, transposition_.part());
              }}
    {
        if (has_walls_ && !setting.options.walls_in_f && (!is_spectral_ || share_passes_)) {
            walls_.emplace(wall_box_of(problem_at_walls(problem)),
                           transposition_.division().slabs().slabs, ranks_.rank(), machine_,
                           corrections_of(problem));
        }
        if (share_passes_) {
            share_bytes_ = static_cast<std::size_t>(transposition_.own_values()) * sizeof(T);
            share_array_ = machine_.allocate(std::max(share_bytes_, sizeof(T)));
            share_ = share_array_.template as<T>();
            add_share_.emplace(machine_);
        }
    }

    void solve(const T* f, const std::optional<walls::GivenFaces<T>>& given, T* u,
               ranks::Exchange& exchange, Stream stream) const override
    {
        const walls::GivenFaces<T> walls = given.value_or(walls::GivenFaces<T>{});
        const bool with_share = is_spectral_ && has_walls_ && given && walls_on_some_rank(walls);
        if (with_share) {
            share_of(walls, exchange, stream);
        }
        const bool corrects = walls_ && !is_spectral_;
        run(passes_, corrects ? walls_->without_walls(f, walls, u, exchange, stream) : f, u,
            exchange, stream);
        if (with_share) {
            (*add_share_)({.share = share_, .u = u}, transposition_.own_values(), stream);
        }
        has_share_ = with_share;
    }

    void exchange_alone(T* u, ranks::Exchange& exchange, Stream stream) const override
    {
        transposition_.exchange_alone(passes_, u, exchange, stream);
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        if (!has_null_space_) {
            return 0.0;
        }
        return passes_.constant.mean_and_wait(machine_, stream) +
               (has_share_ ? share_passes_.get().constant.mean_and_wait(machine_, stream) : 0.0);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        const std::size_t of_passes =
            passes_.bytes + (share_passes_ ? share_passes_.get().bytes : 0);
        const std::size_t of_arrays =
            transposition_.bytes() + (walls_ ? walls_->bytes() : 0) + share_bytes_;
        return of_passes + (arrays_are_elsewhere_ ? 0 : of_arrays);
    }

    [[nodiscard]] std::int64_t copied_bytes() const override { return passes_.copied_bytes; }

    [[nodiscard]] std::string describe() const override
    {
        const int chunks = transposition_.chunks();
        return passes_.description + "; transposed in " + std::to_string(chunks) +
               (chunks == 1 ? " chunk" : " chunks");
    }

private:
    [[nodiscard]] std::unique_ptr<const WallCorrections<T>> corrections_of(
        const Problem& problem) const
    {
        WallBox own = wall_box_of(problem_at_walls(problem));
        const ranks::Slice& planes = transposition_.division().planes_of(ranks_.rank());
        own.box = walls::with_planes(own.box, planes.first, planes.count);
        return std::make_unique<const WallCorrections<T>>(own, machine_);
    }

    /// Collective.
    [[nodiscard]] bool walls_on_some_rank(const walls::GivenFaces<T>& given) const
    {
        const bool mine = transposition_.own_values() > 0 && !given.all_zero();
        const std::vector<int> all = ranks::gathered(ranks_, mine ? 1 : 0);
        return std::ranges::find(all, 1) != all.end();
    }

    /// Computes the contribution of the walls to u of a spectral problem.
    void share_of(const walls::GivenFaces<T>& given, ranks::Exchange& exchange, Stream stream) const
    {
        const RankPasses<T>& passes = share_passes_.get();
        machine_.clear(share_, share_bytes_, stream);
        run(passes, walls_->without_walls(share_, given, share_, exchange, stream), share_,
            exchange, stream);
    }

    /// Solves with walls at zero.
    void run(const RankPasses<T>& passes, const T* f, T* u, ranks::Exchange& exchange,
             Stream stream) const
    {
        transposition_.run(
            passes, f, u,
            [&](T* columns) {
                passes.solve(columns, stream);
                return has_null_space_ ? messages_of_mean(passes) : Messages{};
            },
            exchange, stream);
    }

    /// The rank that has the constant mode tells all what it has removed.
    [[nodiscard]] Messages messages_of_mean(const RankPasses<T>& passes) const
    {
        Messages messages;
        const RemovedMode& constant = passes.constant;
        const int owner = transposition_.division().rank_with(constant.place);
        for (int other = 0; other < ranks_.size() && ranks_.rank() == owner; ++other) {
            messages.sends.push_back(
                {.to = other, .data = constant.removed.data(), .bytes = constant.removed.bytes()});
        }
        messages.receives.push_back(
            {.from = owner, .data = constant.told.data(), .bytes = constant.told.bytes()});
        return messages;
    }

    const Communicator& ranks_;
    const runtime::Machine& machine_;
    bool arrays_are_elsewhere_;  ///< in host memory, and the passes on a GPU
    bool is_spectral_;
    bool has_walls_;
    bool has_null_space_;
    ModeTransposition<T> transposition_;
    RankPasses<T> passes_;
    WallShareSolver<RankPasses<T>> share_passes_;
    std::optional<RankWalls<T>> walls_;
    std::optional<runtime::ForEach<walls::AddShare<T>>> add_share_;
    runtime::Array share_array_;
    T* share_ = nullptr;  ///< contribution of the walls to u of a spectral problem
    std::size_t share_bytes_ = 0;
    mutable bool has_share_ = false;  ///< of the last solve
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSolver<T>> make_transposed_solver(const Problem& problem,
                                                            const Communicator& ranks,
                                                            const runtime::Machine& machine,
                                                            const DistributedOptions& options,
                                                            bool takes_rows)
{
    RankSetting setting{.ranks = ranks,
                        .machine = machine,
                        .options = options,
                        .threads = host_rank_threads(problem, ranks.size(), options.threads),
                        .takes_rows = takes_rows,
                        .device_bytes = 0};
    if (options.host_arrays) {
        const bool has_second_solver =
            problem.op == Operator::spectral && has_walls(problem) && !setting.walls_are_zero();
        setting.device_bytes =
            device::device_bytes_within(options.device_bytes) / (has_second_solver ? 2 : 1);
        setting.options.chunks = 1;
    }
    return std::make_unique<TransposedSolver<T>>(problem, setting);
}

template std::unique_ptr<const RankSolver<float>> make_transposed_solver(
    const Problem&, const Communicator&, const runtime::Machine&, const DistributedOptions&, bool);
template std::unique_ptr<const RankSolver<double>> make_transposed_solver(
    const Problem&, const Communicator&, const runtime::Machine&, const DistributedOptions&, bool);

}  // namespace tobiuo::poisson
