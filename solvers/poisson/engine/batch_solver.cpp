// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/engine/batch_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "runtime/device/survey.hpp"
#include "runtime/each_at_once.hpp"
#include "runtime/precision.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"

namespace tobiuo::poisson {
namespace {

/// The lambda of each problem of a batch.
std::vector<double> lambdas_of(const Problem& problem, const SolverOptions& options)
{
    const auto count = static_cast<std::size_t>(problems_of(options));
    return options.batch && !options.batch->lambdas.empty()
               ? options.batch->lambdas
               : std::vector<double>(count, problem.lambda);
}

std::set<double> different_lambdas(const Problem& problem, const SolverOptions& options)
{
    const std::vector<double> lambdas = lambdas_of(problem, options);
    return {lambdas.begin(), lambdas.end()};
}

Problem with_lambda(Problem problem, double lambda)
{
    problem.lambda = lambda;
    return problem;
}

/// Whether the arrays of all problems are in the memory of the device that solves, or fit into it.
bool has_room(const Problem& problem, Backend backend, const SolverOptions& options)
{
    if (!options.host_arrays) {
        return true;
    }
    const double bytes = static_cast<double>(bytes_per_value(problem.precision)) *
                         static_cast<double>(points(problem)) *
                         static_cast<double>(problems_of(options));
    return solve_on(backend).has_own_memory() &&
           bytes < 0.9 * static_cast<double>(device::device_bytes_within(options.device_bytes));
}

/// Whether one solver solves all problems of a batch in one step: those that have one unit of length.
bool is_fused(const Problem& problem, Backend backend, const SolverOptions& options)
{
    if (!options.batch || !MachineSolver::fuses(problem, backend) ||
        !has_room(problem, backend, options)) {
        return false;
    }
    std::set<int> exponents;
    for (const double lambda : different_lambdas(problem, options)) {
        exponents.insert(unit_of_length(with_lambda(problem, lambda)).exponent);
    }
    return exponents.size() == 1;
}

/// The options of a solver of problems with these lambdas, all of which one step solves.
SolverOptions fused_options(const Problem& problem, SolverOptions options,
                            const std::vector<double>& lambdas)
{
    Batch batch{.count = std::ssize(lambdas)};
    for (const double lambda : lambdas) {
        const Problem one = with_lambda(problem, lambda);
        batch.lambdas.push_back(in_unit(one, unit_of_length(one)).lambda);
    }
    options.batch = std::move(batch);
    return options;
}

/// The options of each of so many solvers of a batch, which share the limit of a GPU's memory as it is
/// now.
SolverOptions single_options(Backend backend, SolverOptions options, std::size_t solvers)
{
    options.batch.reset();
    if (options.host_arrays && solve_on(backend).host_arrays == HostArrays::visiting &&
        solvers > 1) {
        options.device_bytes =
            device::device_bytes_within(options.device_bytes) / static_cast<std::int64_t>(solvers);
    }
    return options;
}

/// The options of the solver for a lambda, a fused batch of one problem where batches are fused.
SolverOptions with_lambda(const SolverOptions& single, const Problem& problem, Backend backend,
                          double lambda)
{
    return solve_on(backend).has_own_memory() && MachineSolver::fuses(problem, backend)
               ? fused_options(problem, single, {lambda})
               : single;
}

/// Small problems are solved by one thread each: its caches hold f and u.
constexpr std::int64_t small_bytes = 1 << 20;

/// The threads of a batch that is solved on the CPU, each of which solves problems by itself; 1 if
/// they solve one after the other, with all threads each.
int threads_side_by_side(const Problem& problem, const SolverOptions& options)
{
    constexpr double nanoseconds = 5.0;  // of one thread for the solve at one point
    const std::int64_t problems = problems_of(options);
    const std::int64_t values = points(problem);
    const int threads =
        options.threads > 0 ? options.threads : threads_for(values * problems, nanoseconds);
    const bool are_small = 2 * values * bytes_per_value(problem.precision) <= small_bytes;
    return are_small ? static_cast<int>(std::min<std::int64_t>(threads, problems)) : 1;
}

}  // namespace

std::int64_t problems_of(const SolverOptions& options)
{
    return options.batch ? options.batch->count : 1;
}

Problem problem_of_batch(const Problem& problem, const SolverOptions& options, std::int64_t number)
{
    return options.batch && !options.batch->lambdas.empty()
               ? with_lambda(problem, options.batch->lambdas.at(static_cast<std::size_t>(number)))
               : problem;
}

void validate_batch(const Problem& problem, const SolverOptions& options)
{
    if (!options.batch) {
        return;
    }
    const Batch& batch = *options.batch;
    if (batch.count < 1) {
        throw std::invalid_argument{"the batch has " + std::to_string(batch.count) +
                                    " problems (there is nothing to solve): give it 1 or more"};
    }
    const std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (batch.count > most || batch.count > (std::int64_t{1} << 59) / points(problem)) {
        throw std::invalid_argument{"the batch has " + std::to_string(batch.count) +
                                    " problems (more than 2^31 - 1, or than 2^59 unknown values in "
                                    "all, exceed what one call addresses): solve it in parts"};
    }
    if (!batch.lambdas.empty() && std::ssize(batch.lambdas) != batch.count) {
        throw std::invalid_argument{"the batch has " + std::to_string(batch.count) +
                                    " problems and " + std::to_string(batch.lambdas.size()) +
                                    " lambdas (each problem has one): give as many, or none for "
                                    "the lambda of the problem"};
    }
    if (options.opencl_buffers) {
        throw std::invalid_argument{
            "a batch was asked of a solver for buffers (with OpenCL problems are copied one by "
            "one): leave out the option opencl_buffers, or the batch"};
    }
    std::set<double> seen;
    for (std::int64_t number = 0; number < std::ssize(batch.lambdas); ++number) {
        const Problem one = problem_of_batch(problem, options, number);
        if (std::isfinite(one.lambda) && !seen.insert(one.lambda).second) {
            continue;
        }
        try {
            validate(one);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument{"problem " + std::to_string(number) +
                                        " of the batch: " + error.what()};
        }
    }
}

template <typename T>
SolverNeeds BatchSolver<T>::needs(const Problem& problem, Backend backend,
                                  const SolverOptions& options)
{
    if (is_fused(problem, backend, options)) {
        const Problem first = problem_of_batch(problem, options, 0);
        return WalledSolver<T>::needs(
            in_unit(first, unit_of_length(first)), backend,
            fused_options(problem, options, lambdas_of(problem, options)));
    }
    SolverNeeds sum;
    const std::set<double> different = different_lambdas(problem, options);
    const SolverOptions single = single_options(backend, options, different.size());
    for (const double lambda : different) {
        const Problem one = with_lambda(problem, lambda);
        const SolverNeeds its = WalledSolver<T>::needs(
            in_unit(one, unit_of_length(one)), backend,
            options.batch ? with_lambda(single, problem, backend, lambda) : single);
        sum.workspace_bytes = solve_on(backend).has_own_memory()
                                  ? sum.workspace_bytes + its.workspace_bytes
                                  : std::max(sum.workspace_bytes, its.workspace_bytes);
        sum.copied_bytes = its.copied_bytes * problems_of(options);
        sum.passes = its.passes;
    }
    if (options.batch && solve_on(backend).host_arrays == HostArrays::visiting &&
        !options.host_arrays) {
        sum.workspace_bytes +=
            aligned_bytes(problem) + static_cast<std::size_t>(2 * problems_of(options)) * sizeof(T);
    }
    return sum;
}

template <typename T>
BatchSolver<T>::BatchSolver(const Problem& problem, Backend backend, const SolverOptions& options)
    : points_{points(problem)}, problems_{problems_of(options)}
{
    for (int face = 0; face < walls::face_count; ++face) {
        face_values_[face] = points_ / unknowns(problem, face / 2).count;
    }
    const auto add = [&](const Problem& one, const SolverOptions& chosen) {
        auto solver = std::make_unique<const WalledSolver<T>>(in_unit(one, unit_of_length(one)),
                                                              backend, chosen);
        const runtime::Machine& machine = solver->machine();
        solvers_.push_back(
            {.solver = std::move(solver), .unit = InUnit<T>{one, machine, !chosen.walls_in_f}});
    };
    const std::vector<double> lambdas = lambdas_of(problem, options);
    if (!options.batch) {
        add(problem, options);
        return;
    }
    if (is_fused(problem, backend, options)) {
        add(problem_of_batch(problem, options, 0), fused_options(problem, options, lambdas));
        return;
    }
    together_ = false;
    SolverOptions each = options;
    if (!solve_on(backend).has_own_memory()) {
        side_by_side_ = threads_side_by_side(problem, options);
        each.threads = side_by_side_ > 1 ? 1 : options.threads;
        by_thread_ = std::make_unique<ByThread<std::vector<Solved>>>();
    }
    const SolverOptions single =
        single_options(backend, each, different_lambdas(problem, options).size());
    std::map<double, std::size_t> numbers;
    for (const double lambda : lambdas) {
        const auto [at, is_new] = numbers.try_emplace(lambda, solvers_.size());
        if (is_new) {
            add(with_lambda(problem, lambda), with_lambda(single, problem, backend, lambda));
        }
        of_problem_.push_back(at->second);
    }
    if (!machine().is_host()) {
        kept_ = machine().zeros_and_wait(static_cast<std::size_t>(2 * problems_) * sizeof(T));
        aligned_ = machine().allocate(aligned_bytes(problem));
    }
}

template <typename T>
std::size_t BatchSolver<T>::aligned_bytes(const Problem& problem)
{
    constexpr std::size_t piece = 16;
    const std::size_t bytes = static_cast<std::size_t>(points(problem)) * sizeof(T);
    return bytes % piece == 0 ? 0 : bytes;
}

template <typename T>
walls::GivenFaces<T> BatchSolver<T>::faces_of(walls::GivenFaces<T> given, std::int64_t number) const
{
    for (int face = 0; face < walls::face_count; ++face) {
        const T*& values = given.of[face].values;
        values = values != nullptr ? values + number * face_values_[face] : nullptr;
    }
    return given;
}

template <typename T>
void BatchSolver<T>::solve_one(std::int64_t number, const T* f, const walls::GivenFaces<T>& given,
                               T* u, Stream stream) const
{
    const One& one = solver_of(number);
    const T* from = f + number * points_;
    T* to = u + number * points_;
    if (aligned_.data() != nullptr) {
        to = aligned_.as<T>();
        machine().copy(to, from, aligned_.bytes(), stream);
        from = to;
    }
    const T* const rhs = one.unit.right_hand_side(from, to, points_, stream);
    one.solver->solve(rhs, one.unit.walls(faces_of(given, number)), to, stream);
    if (aligned_.data() != nullptr) {
        machine().copy(u + number * points_, to, aligned_.bytes(), stream);
    }
    if (kept_.data() != nullptr) {
        one.solver->keep_removed(kept_.as<T>() + 2 * number, stream);
    }
}

template <typename T>
void BatchSolver<T>::solve(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const
{
    if (together_) {
        const One& all = solvers_.front();
        const T* const rhs = all.unit.right_hand_side(f, u, points_ * problems_, stream);
        all.solver->solve(rhs, all.unit.walls(given), u, stream);
        return;
    }
    if (kept_.data() != nullptr) {
        for (std::int64_t number = 0; number < problems_; ++number) {
            solve_one(number, f, given, u, stream);
        }
        return;
    }
    std::vector<Solved> reports(static_cast<std::size_t>(problems_));
    each_at_once(problems_, side_by_side_, [&](std::int64_t number) {
        solve_one(number, f, given, u, stream);
        const One& one = solver_of(number);
        reports[static_cast<std::size_t>(number)].removed_mean =
            one.unit.mean_of_f(one.solver->solved(stream).removed_mean);
    });
    if (by_thread_ != nullptr) {
        by_thread_->remember(reports);
    } else {
        reports_ = std::move(reports);
    }
}

template <typename T>
std::vector<Solved> BatchSolver<T>::solved(Stream stream) const
{
    const auto& [solver, unit] = solvers_.front();
    std::vector<Solved> reports;
    if (!together_) {
        reports = kept_.data() != nullptr ? kept_reports(stream)
                  : by_thread_ != nullptr ? by_thread_->last()
                                          : reports_;
        reports.resize(static_cast<std::size_t>(problems_));
        return reports;
    }
    if (problems_ == 1) {
        return {{.removed_mean = unit.mean_of_f(solver->solved(stream).removed_mean)}};
    }
    for (const double mean : solver->removed_means(stream)) {
        reports.push_back({.removed_mean = unit.mean_of_f(mean)});
    }
    return reports;
}

template <typename T>
std::vector<Solved> BatchSolver<T>::kept_reports(Stream stream) const
{
    std::vector<Solved> reports(static_cast<std::size_t>(problems_));
    for (std::int64_t number = 0; number < problems_; ++number) {
        const One& one = solver_of(number);
        const double mean = one.solver->removed_of(kept_.as<T>() + 2 * number, 1, stream).front();
        reports[static_cast<std::size_t>(number)].removed_mean = one.unit.mean_of_f(mean);
    }
    return reports;
}

template <typename T>
std::size_t BatchSolver<T>::workspace_bytes() const
{
    std::size_t bytes = 0;
    for (const One& one : solvers_) {
        const std::size_t its = one.solver->workspace_bytes();
        bytes = by_thread_ != nullptr ? std::max(bytes, its) : bytes + its;
    }
    return bytes * static_cast<std::size_t>(side_by_side_) + kept_.bytes() + aligned_.bytes();
}

template <typename T>
std::int64_t BatchSolver<T>::copied_bytes() const
{
    return first().copied_bytes() * (together_ ? 1 : problems_);
}

template <typename T>
std::string BatchSolver<T>::describe() const
{
    const std::string text = first().describe();
    if (problems_ == 1) {
        return text;
    }
    return std::to_string(problems_) + " problems" +
           (together_           ? ""
            : side_by_side_ > 1 ? " by " + threads_text(side_by_side_) + " side by side"
                                : " one after the other") +
           ", each by " + text;
}

template class BatchSolver<float>;
template class BatchSolver<double>;

}  // namespace tobiuo::poisson
