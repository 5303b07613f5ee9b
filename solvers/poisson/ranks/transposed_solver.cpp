// A rank that solves by transposition: planes are transformed along x and y, all ranks exchange
// blocks, so that each has columns of whole lines along z, these are solved, and all goes back.
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/fft/ranks/transposition.hpp"
#include "kernels/precision.hpp"
#include "kernels/ranks/messages.hpp"
#include "kernels/threads.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "solvers/poisson/ranks/rank_walls.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {
namespace {

/// Throws the first refusal of a rank on all ranks; `refusal` is empty on a rank without one.
void refuse_together(const Communicator& ranks, const std::string& refusal)
{
    for (const std::string& text : ranks::gathered_texts(ranks, refusal)) {
        if (!text.empty()) {
            throw std::invalid_argument{text};
        }
    }
}

/// What all parts of a rank are made with.
struct RankSetting {
    const Communicator& ranks;
    Backend backend;
    int threads;

    template <typename T>
    [[nodiscard]] std::unique_ptr<const RankPasses<T>> passes(const Problem& problem,
                                                              const RankPart& part) const
    {
        std::unique_ptr<const RankPasses<T>> made;
        std::string refusal;
        try {
            if (backend == Backend::cuda) {
                validate_modes(problem);
                made = make_device_passes<T>(problem, part);
            } else {
                made = make_host_passes<T>(problem, part, threads);
            }
        } catch (const std::invalid_argument& error) {
            refusal = error.what();
        }
        refuse_together(ranks, refusal);
        return made;
    }

    template <typename T>
    [[nodiscard]] std::unique_ptr<const WallMachine<T>> walls(const WallBox& box) const
    {
        return backend == Backend::cuda ? make_device_walls<T>(box)
                                        : make_host_walls<T>(box, threads);
    }
};

RankSetting setting_of(const Problem& problem, const Communicator& ranks, Backend backend,
                       int threads)
{
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    return {.ranks = ranks,
            .backend = backend,
            .threads =
                threads > 0 ? threads : threads_for(points(problem) / ranks.size(), nanoseconds)};
}

template <typename T>
class TransposedSolver final : public RankSolver<T> {
public:
    TransposedSolver(const Problem& problem, const RankSetting& setting,
                     const DistributedOptions& options)
        : ranks_{setting.ranks},
          plane_{points(problem) / unknowns(problem, 2).count},
          is_spectral_{problem.op == Operator::spectral},
          has_walls_{has_walls(problem)},
          has_null_space_{has_null_space(problem)},
          division_{problem,
                    setting.backend == Backend::cuda ? device_mode_rows(problem)
                                                     : host_mode_rows(problem),
                    ranks_.size()},
          machine_{fft::make_machine(
              setting.backend, options.threads,
              fft::word_bytes_of(division_.slabs().inner * static_cast<long long>(sizeof(T))))},
          transposition_{
              division_.slabs(), sizeof(T),
              fft::usual_chunks(options.chunks, division_.slabs(), sizeof(T), setting.backend),
              ranks_.rank(), *machine_},
          passes_{setting.passes<T>(problem, part())},
          share_passes_{problem,
                        {.zero_walls = options.zero_walls || options.walls_in_f},
                        [&](const Problem& other) {
                            validate(other);
                            return setting.passes<T>(other, part());
                        }}
    {
        if (has_walls_ && !options.walls_in_f && (!is_spectral_ || share_passes_)) {
            walls_.emplace(wall_box_of(problem_at_walls(problem)), division_.slabs().slabs,
                           ranks_.rank(), *machine_, corrections_of(problem, setting));
        }
        if (share_passes_) {
            share_bytes_ = static_cast<std::size_t>(own_values()) * sizeof(T);
            share_ = reinterpret_cast<T*>(machine_->allocate(std::max(share_bytes_, sizeof(T))));
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
        run(*passes_, corrects ? walls_->without_walls(f, walls, u, exchange, stream) : f, u,
            exchange, stream);
        if (with_share) {
            walls_->machine().add(share_, u, own_values(), stream);
        }
        has_share_ = with_share;
    }

    void exchange_alone(T* u, ranks::Exchange& exchange, Stream stream) const override
    {
        const auto modes = [&](const ranks::Slice& planes) {
            return modes_of(*passes_, u, planes);
        };
        transposition_.planes_to_columns(modes, exchange, stream);
        transposition_.columns_to_planes(
            modes, [](const ranks::Slice& /*planes*/) {}, exchange, stream);
    }

    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        if (!has_null_space_) {
            return 0.0;
        }
        return passes_->removed_mean(stream) +
               (has_share_ ? share_passes_.get()->removed_mean(stream) : 0.0);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return transposition_.bytes() + passes_->bytes() + (walls_ ? walls_->bytes() : 0) +
               (share_passes_ ? share_passes_.get()->bytes() : 0) + share_bytes_;
    }

    [[nodiscard]] std::string describe() const override
    {
        const int chunks = transposition_.chunks();
        return passes_->describe() + "; transposed in " + std::to_string(chunks) +
               (chunks == 1 ? " chunk" : " chunks");
    }

private:
    [[nodiscard]] RankPart part() const
    {
        RankPart part{.chunks = {}, .columns = {}, .cuts = division_.cuts()};
        for (int chunk = 0; chunk < transposition_.chunks(); ++chunk) {
            const std::int64_t planes = transposition_.planes_of(chunk).count;
            if (planes > 0 && std::ranges::find(part.chunks, planes) == part.chunks.end()) {
                part.chunks.push_back(planes);
            }
        }
        if (const SolveChunk columns = division_.columns_of(ranks_.rank()); columns.count > 0) {
            part.columns = columns;
        }
        return part;
    }

    [[nodiscard]] std::unique_ptr<const WallMachine<T>> corrections_of(
        const Problem& problem, const RankSetting& setting) const
    {
        WallBox own = wall_box_of(problem_at_walls(problem));
        const ranks::Slice& planes = division_.planes_of(ranks_.rank());
        own.box = walls::with_planes(own.box, planes.first, planes.count);
        return setting.walls<T>(own);
    }

    [[nodiscard]] std::int64_t own_values() const
    {
        return division_.planes_of(ranks_.rank()).count * plane_;
    }

    /// Collective.
    [[nodiscard]] bool walls_on_some_rank(const walls::GivenFaces<T>& given) const
    {
        const bool mine = own_values() > 0 && !given.all_zero();
        const std::vector<int> all = ranks::gathered(ranks_, mine ? 1 : 0);
        return std::ranges::find(all, 1) != all.end();
    }

    /// Computes the contribution of the walls to u of a spectral problem.
    void share_of(const walls::GivenFaces<T>& given, ranks::Exchange& exchange, Stream stream) const
    {
        const RankPasses<T>& passes = *share_passes_.get();
        walls_->machine().clear(share_, own_values(), stream);
        run(passes, walls_->without_walls(share_, given, share_, exchange, stream), share_,
            exchange, stream);
    }

    /// Where the modes of planes lie that come back.
    [[nodiscard]] std::byte* modes_of(const RankPasses<T>& passes, T* u,
                                      const ranks::Slice& planes) const
    {
        return reinterpret_cast<std::byte*>(passes.modes(u + planes.first * plane_));
    }

    /// Solves with walls at zero.
    void run(const RankPasses<T>& passes, const T* f, T* u, ranks::Exchange& exchange,
             Stream stream) const
    {
        const auto bytes = [](T* modes) { return reinterpret_cast<std::byte*>(modes); };
        transposition_.planes_to_columns(
            [&](const ranks::Slice& planes) {
                const std::int64_t at = planes.first * plane_;
                return bytes(passes.forward(f + at, u + at, planes.count, stream));
            },
            exchange, stream);
        passes.solve(reinterpret_cast<T*>(transposition_.columns()), stream);
        const Messages of_mean = has_null_space_ ? messages_of_mean(passes) : Messages{};
        transposition_.columns_to_planes(
            [&](const ranks::Slice& planes) { return modes_of(passes, u, planes); },
            [&](const ranks::Slice& planes) {
                passes.inverse(u + planes.first * plane_, planes.count, stream);
            },
            exchange, stream, of_mean.sends, of_mean.receives);
    }

    /// The rank that has the constant mode tells all what it has removed.
    [[nodiscard]] Messages messages_of_mean(const RankPasses<T>& passes) const
    {
        Messages messages;
        const int owner = division_.rank_with(passes.constant_mode());
        for (int other = 0; other < ranks_.size() && ranks_.rank() == owner; ++other) {
            const std::span<const std::byte> removed = passes.removed();
            messages.sends.push_back(
                {.to = other, .data = removed.data(), .bytes = removed.size()});
        }
        const std::span<std::byte> told = passes.told();
        messages.receives.push_back({.from = owner, .data = told.data(), .bytes = told.size()});
        return messages;
    }

    const Communicator& ranks_;
    std::int64_t plane_;
    bool is_spectral_;
    bool has_walls_;
    bool has_null_space_;
    ModeDivision division_;
    std::unique_ptr<fft::RankMachine> machine_;
    fft::Transposition transposition_;
    std::unique_ptr<const RankPasses<T>> passes_;
    WallShareSolver<std::unique_ptr<const RankPasses<T>>> share_passes_;
    std::optional<RankWalls<T>> walls_;
    T* share_ = nullptr;  ///< contribution of the walls to u of a spectral problem
    std::size_t share_bytes_ = 0;
    mutable bool has_share_ = false;  ///< of the last solve
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSolver<T>> make_transposed_solver(const Problem& problem,
                                                            const Communicator& ranks,
                                                            Backend backend,
                                                            const DistributedOptions& options)
{
    return std::make_unique<TransposedSolver<T>>(
        problem, setting_of(problem, ranks, backend, options.threads), options);
}

template std::unique_ptr<const RankSolver<float>> make_transposed_solver(const Problem&,
                                                                         const Communicator&,
                                                                         Backend,
                                                                         const DistributedOptions&);
template std::unique_ptr<const RankSolver<double>> make_transposed_solver(
    const Problem&, const Communicator&, Backend, const DistributedOptions&);

}  // namespace tobiuo::poisson
