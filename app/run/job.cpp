// The table of solvers; a solver is one line.
#include "app/run/job.hpp"

#include <utility>
#include <variant>

#include "app/errors.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/flow/flow_job.hpp"
#include "app/run/himeno/himeno_job.hpp"
#include "app/run/poisson/poisson_job.hpp"

namespace tobiuo {
namespace {

std::unique_ptr<Job> make(Case the_case, HimenoCase himeno, const JobOptions& options)
{
    return make_himeno_job(std::move(the_case), std::move(himeno), options);
}

std::unique_ptr<Job> make(Case the_case, PoissonCase poisson, const JobOptions& options)
{
    return make_poisson_job(std::move(the_case), std::move(poisson), options);
}

std::unique_ptr<Job> make(Case the_case, FlowCase flow, const JobOptions& options)
{
    return make_flow_job(std::move(the_case), std::move(flow), options);
}

}  // namespace

std::unique_ptr<Job> make_job(Case the_case, const JobOptions& options)
{
    if (options.restart == Restart::demanded &&
        std::holds_alternative<PoissonCase>(the_case.solver)) {
        throw InputError{{.source = "--restart", .line = 0, .column = 0},
                         "goes on from a checkpoint, and solver: poisson writes none (each solve "
                         "begins anew): leave it out"};
    }
    use_wisdom(options.wisdom);
    auto solver = the_case.solver;
    return std::visit(
        [&](auto& section) { return make(std::move(the_case), std::move(section), options); },
        solver);
}

}  // namespace tobiuo
