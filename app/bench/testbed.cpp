#include "app/bench/testbed.hpp"

#include <span>
#include <utility>

namespace tobiuo::bench {
namespace {

std::span<const std::byte> span_of(const Bytes& bytes)
{
    return {bytes.data(), bytes.size()};
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
      uploaded_{machine_->allocate(machine_->is_host() ? 0 : arrays.input.size())},
      input_bytes_{arrays.input.size()},
      // NOLINTNEXTLINE(*-const-cast): transforms that do not keep their input work on a copy
      input_{machine_->is_host() ? const_cast<std::byte*>(arrays.input.data()) : uploaded_.data()},
      in_{machine_->allocate(keeps_input_ ? 0 : input_bytes_)},
      out_{machine_->zeros_and_wait(in_place_ ? 0 : output_bytes_)}
{
    if (!machine_->is_host()) {
        machine_->write_and_wait(uploaded_.data(), span_of(arrays.input), stream_.get());
    }
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

}  // namespace tobiuo::bench
