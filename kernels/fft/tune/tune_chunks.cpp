// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/tune/tune_chunks.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <string>
#include <utility>

#include "runtime/seconds_since.hpp"

namespace tobiuo::fft {
namespace {

/// Candidates are kept if they take at most this part of the time; a smaller gain may be noise.
constexpr double clearly_faster = 0.99;
/// Numbers of columns that are tried, as multiples of those of the model.
constexpr std::array factors{0.25, 0.5, 0.75, 1.5, 2.0, 4.0};

/// The numbers of columns that are tried for a request.
std::vector<std::int64_t> candidates(const ColumnsRequest& request)
{
    const std::int64_t modelled = usual_columns(request, nullptr);
    std::vector<std::int64_t> all;
    for (const double factor : factors) {
        const auto columns = static_cast<std::int64_t>(factor * static_cast<double>(modelled));
        if (columns >= 1 && columns <= request.view.inner &&
            request.bytes_of(columns) <= request.most_bytes) {
            all.push_back(columns);
        }
    }
    return all;
}

class Search {
public:
    Search(ChunksSubject& subject, TunedTable start, double budget, TuneObserver& observer)
        : subject_{subject}, table_{std::move(start)}, budget_{budget}, observer_{observer}
    {
    }

    TunedChunks run()
    {
        result_.model_seconds = subject_.seconds(TunedTable{});
        result_.before_seconds = result_.seconds = subject_.seconds(table_);
        const std::vector<ColumnsRequest> requests = subject_.requests();
        for (const ColumnsRequest& request : requests) {
            for (const std::int64_t columns : candidates(request)) {
                if (!over()) {
                    try_one(request, columns);
                }
            }
        }
        result_.complete = !over();
        for (const ColumnsRequest& request : requests) {
            result_.found.remember(text_of(request), columns_text(usual_columns(request, &table_)));
        }
        return result_;
    }

private:
    [[nodiscard]] bool over() const
    {
        return seconds_since(start_) > budget_ || observer_.stop_requested();
    }

    void try_one(const ColumnsRequest& request, std::int64_t columns)
    {
        TunedTable table = table_;
        table.remember(text_of(request), columns_text(columns));
        TuneTrial trial{.what = text_of(request) + ": " + columns_text(columns), .rejected = {}};
        try {
            trial.seconds = subject_.seconds(table);
        } catch (const std::exception& error) {
            trial.rejected = error.what();
            ++result_.rejected;
        }
        ++result_.tried;
        observer_.tried(trial);
        if (trial.rejected.empty() && trial.seconds < clearly_faster * result_.seconds) {
            result_.seconds = trial.seconds;
            table_ = table;
        }
    }

    ChunksSubject& subject_;
    TunedTable table_;
    double budget_;
    TuneObserver& observer_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    TunedChunks result_;
};

}  // namespace

TunedChunks tune_chunks(ChunksSubject& subject, const TunedTable& start, double budget_seconds,
                        TuneObserver& observer)
{
    return Search{subject, start, budget_seconds, observer}.run();
}

}  // namespace tobiuo::fft
