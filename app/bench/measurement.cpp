// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/measurement.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "app/run/signals.hpp"
#include "runtime/median.hpp"

namespace tobiuo::bench {
namespace {

std::span<const std::byte> span_of(const Bytes& bytes)
{
    return {bytes.data(), bytes.size()};
}

Implementation planned(const std::shared_ptr<const Testbed>& testbed, const std::string& name)
{
    const auto start = std::chrono::steady_clock::now();
    const std::shared_ptr<Transform> transform = testbed->plan(name);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return {
        .name = name,
        .time_and_wait =
            [testbed, transform](std::int64_t executions) {
                return testbed->time_and_wait(*transform, executions);
            },
        .plan = transform->describe(),
        .output_and_wait = [testbed, transform] { return testbed->output_and_wait(*transform); },
        .workspace_bytes = transform->workspace_bytes(),
        .version = transform->version(),
        .planning_seconds = taken.count()};
}

}  // namespace

Testbed::Testbed(std::unique_ptr<const runtime::Machine> machine, const TestbedArrays& arrays,
                 MakePlan make)
    : machine_{std::move(machine)},
      stream_{machine_->make_stream()},
      keeps_input_{arrays.keeps_input},
      in_place_{arrays.in_place},
      output_bytes_{arrays.output_bytes},
      make_{std::move(make)},
      uploaded_{machine_->is_host()
                    ? runtime::Array{}
                    : machine_->copied_and_wait(span_of(arrays.input), stream_.get())},
      input_bytes_{arrays.input.size()},
      // NOLINTNEXTLINE(*-const-cast): transforms that do not keep their input work on a copy
      input_{machine_->is_host() ? const_cast<std::byte*>(arrays.input.data()) : uploaded_.data()},
      in_{machine_->allocate(keeps_input_ ? 0 : input_bytes_)},
      out_{machine_->zeros_and_wait(in_place_ ? 0 : output_bytes_)}
{
}

std::unique_ptr<Transform> Testbed::plan(const std::string& name) const
{
    machine_->select();
    return make_(name, stream_.get());
}

double Testbed::time_and_wait(Transform& transform, std::int64_t executions) const
{
    machine_->select();
    if (!keeps_input_) {
        machine_->copy(in_.data(), input_, input_bytes_, stream_.get());
    } else if (!machine_->is_host()) {  // whose caches it would fill
        machine_->clear(out_.data(), out_.bytes(), stream_.get());
    }
    return machine_->time_and_wait(stream_.get(), [&] {
        for (std::int64_t n = 0; n < executions; ++n) {
            transform.execute(in(), out());
        }
    });
}

Bytes Testbed::output_and_wait(Transform& transform) const
{
    machine_->clear(out_.data(), out_.bytes(), stream_.get());
    static_cast<void>(time_and_wait(transform, 1));
    Bytes result{output_bytes_};
    machine_->read_and_wait(result.span(), out(), stream_.get());
    return result;
}

Times times_of(const std::vector<double>& seconds)
{
    const auto [least, most] = std::ranges::minmax(seconds);
    return {.median = median(seconds), .least = least, .most = most};
}

std::vector<Implementation> plan_all(const std::shared_ptr<const Testbed>& testbed,
                                     const std::vector<std::string>& names,
                                     const std::string& problem)
{
    std::vector<Implementation> all;
    for (const std::string& name : names) {
        try {
            all.push_back(planned(testbed, name));
        } catch (const NotPlanned& error) {
            spdlog::warn("{} {}: skipped ({})", name, problem, error.what());
        } catch (const std::invalid_argument& error) {
            spdlog::warn("{} {}: skipped ({})", name, problem, error.what());
        }
    }
    return all;
}

std::int64_t executions_for(double seconds_of_one, const Pace& pace)
{
    const double wanted = std::ceil(pace.seconds / std::max(seconds_of_one, 1e-9));
    return static_cast<std::int64_t>(
        std::clamp(wanted, 1.0, static_cast<double>(pace.most_executions)));
}

void prepare(Implementation& one, const Pace& pace)
{
    constexpr double warm_seconds = 0.02;  // clocks rise within some milliseconds
    constexpr int most_trials = 200;
    static_cast<void>(one.time_and_wait(pace.trial));  // loads code that is loaded lazily
    double total = 0.0;
    double fastest = 0.0;
    for (int trial = 0; trial == 0 || (total < warm_seconds && trial < most_trials); ++trial) {
        const double seconds = one.time_and_wait(pace.trial);
        fastest = trial == 0 ? seconds : std::min(fastest, seconds);
        total += seconds;
    }
    one.executions = executions_for(fastest / static_cast<double>(pace.trial), pace);
}

void measure(std::vector<Implementation>& all, int repetitions, const std::function<bool()>& stop,
             const std::function<void()>& before_round)
{
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        if (before_round && !stop()) {
            before_round();
        }
        for (std::size_t n = 0; n < all.size(); ++n) {
            if (stop()) {
                return;
            }
            Implementation& one = all[(n + static_cast<std::size_t>(repetition)) % all.size()];
            one.seconds.push_back(one.time_and_wait(one.executions) /
                                  static_cast<double>(one.executions));
        }
    }
}

void compete(std::vector<Implementation>& all, const Pace& pace,
             const std::function<void()>& before_round)
{
    for (Implementation& one : all) {
        if (stop_requested()) {
            break;
        }
        prepare(one, pace);
    }
    measure(all, pace.repetitions, stop_requested, before_round);
    std::erase_if(all, [](const Implementation& one) { return one.seconds.empty(); });
}

}  // namespace tobiuo::bench
