// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/open_rank_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class OpenRankSolver final : public RankSolver<T> {
public:
    OpenRankSolver(const Problem& problem, const RankRequest& wanted,
                   std::unique_ptr<const RankSolver<T>> closed)
        : machine_{wanted.machine},
          planes_{wanted.rows.planes},
          plane_{unknowns(problem, 0).count * unknowns(problem, 1).count},
          closed_{std::move(closed)},
          faces_{problem, wanted.machine},
          work_{faces_.new_work()},
          kept_f_{machine_.allocate(bytes())},
          exchange_{ranks::make_exchange(machine_.backend(), wanted.ranks,
                                         wanted.options.through_host_memory
                                             ? ranks::Transport::host_memory
                                             : ranks::Transport::automatic)}
    {
        add_messages(problem, wanted.ranks);
    }

    void solve(const T* f, const std::optional<walls::GivenFaces<T>>& given, T* u,
               ranks::Exchange& exchange, Stream stream) const override
    {
        if (f == u && planes_.count > 0) {
            machine_.copy(kept_f_.data(), f, bytes(), stream);
            f = kept_f_.as<T>();
        }
        closed_->solve(f, given, u, exchange, stream);
        if (planes_.count > 0) {
            faces_.take_charges(u, planes_, work_, stream);
        }
        exchange_->exchange(messages_.sends, messages_.receives, stream);
        walls::GivenFaces<T> faces = given.value_or(walls::GivenFaces<T>{});
        if (planes_.count > 0) {
            faces = faces_.values_for(faces, planes_, work_, stream);
        }
        closed_->solve(f, faces, u, exchange, stream);
    }

    void exchange_alone(T* u, ranks::Exchange& exchange, Stream stream) const override
    {
        closed_->exchange_alone(u, exchange, stream);
        exchange_->exchange(messages_.sends, messages_.receives, stream);
        closed_->exchange_alone(u, exchange, stream);
    }

    [[nodiscard]] double removed_mean(Stream /*stream*/) const override { return 0.0; }
    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return closed_->workspace_bytes() +
               (machine_.is_host() ? 0 : kept_f_.bytes() + faces_.bytes());
    }
    [[nodiscard]] std::int64_t copied_bytes() const override { return 2 * closed_->copied_bytes(); }
    [[nodiscard]] std::string describe() const override
    {
        return "twice: " + closed_->describe() + "; " + faces_.describe();
    }

private:
    [[nodiscard]] std::size_t bytes() const
    {
        return static_cast<std::size_t>(planes_.count * plane_) * sizeof(T);
    }

    /// All ranks with planes get the charges beside the planes of each.
    void add_messages(const Problem& problem, const Communicator& ranks)
    {
        const auto slices = ranks::slices_of(unknowns(problem, 2).count, ranks.size());
        T* const charges = work_.charges.template as<T>();
        for (int other = 0; other < ranks.size(); ++other) {
            const ranks::Slice& theirs = slices[static_cast<std::size_t>(other)];
            if (other == ranks.rank() || theirs.count == 0 || planes_.count == 0) {
                continue;
            }
            for (const ranks::Slice& mine : faces_.pieces(planes_)) {
                messages_.sends.push_back(
                    {.to = other,
                     .data = charges + mine.first,
                     .bytes = static_cast<std::size_t>(mine.count) * sizeof(T)});
            }
            for (const ranks::Slice& piece : faces_.pieces(theirs)) {
                messages_.receives.push_back(
                    {.from = other,
                     .data = charges + piece.first,
                     .bytes = static_cast<std::size_t>(piece.count) * sizeof(T)});
            }
        }
    }

    const runtime::Machine& machine_;
    ranks::Slice planes_;
    std::int64_t plane_;
    std::unique_ptr<const RankSolver<T>> closed_;
    OpenFaces<T> faces_;
    typename OpenFaces<T>::Work work_;
    runtime::Array kept_f_;
    Messages messages_;
    std::unique_ptr<ranks::Exchange> exchange_;  ///< ends before the arrays
};

}  // namespace

template <typename T>
std::unique_ptr<const RankSolver<T>> make_open_rank_solver(
    const Problem& problem, const RankRequest& wanted, std::unique_ptr<const RankSolver<T>> closed)
{
    return std::make_unique<const OpenRankSolver<T>>(problem, wanted, std::move(closed));
}

template std::unique_ptr<const RankSolver<float>> make_open_rank_solver(
    const Problem&, const RankRequest&, std::unique_ptr<const RankSolver<float>>);
template std::unique_ptr<const RankSolver<double>> make_open_rank_solver(
    const Problem&, const RankRequest&, std::unique_ptr<const RankSolver<double>>);

}  // namespace tobiuo::poisson
