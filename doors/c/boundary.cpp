// SPDX-License-Identifier: BSD-3-Clause
#include "doors/c/boundary.hpp"

#include <tobiuo/opencl_device.hpp>

namespace tobiuo::c_door {
namespace {

std::string& last_sentence()
{
    thread_local std::string sentence;
    return sentence;
}

}  // namespace

void remember(const char* sentence) noexcept
{
    try {
        last_sentence() = sentence;
    } catch (...) {
        last_sentence().clear();  // no memory for the sentence; the status says what happened
    }
}

void require_size(std::int64_t there, std::int64_t needed, const char* name, const char* unit)
{
    if (there < needed) {
        throw std::invalid_argument{std::string{name} + " has " + std::to_string(there) + " " +
                                    unit + ", but the call needs " + std::to_string(needed) +
                                    ": pass an array as large as that"};
    }
}

void require_one_array(const void* in, const void* out)
{
    if (in != out) {
        throw std::invalid_argument{
            "in and out differ, but the plan is in place: pass one array as both"};
    }
}

Precision precision_of(int number)
{
    return chosen(number, std::array{Precision::fp32, Precision::fp64}, "precision");
}

std::optional<Backend> backend_of(int number)
{
    return chosen(number,
                  std::array<std::optional<Backend>, 4>{std::nullopt, Backend::cpu, Backend::cuda,
                                                        Backend::opencl},
                  "backend");
}

int number_of(Backend backend)
{
    switch (backend) {
        case Backend::cpu:
            return TOBIUO_CPU;
        case Backend::opencl:
            return TOBIUO_OPENCL;
        case Backend::cuda:
            break;
    }
    return TOBIUO_CUDA;
}

void require_reserved(std::int32_t reserved)
{
    if (reserved != 0) {
        throw std::invalid_argument{"reserved is " + std::to_string(reserved) +
                                    ": fill the whole structure, with 0 there"};
    }
}

Axis axis_of(const tobiuo_axis& asked)
{
    Axis axis{.cells = asked.cells, .lower = asked.lower, .upper = asked.upper};
    if (asked.nodes == nullptr && asked.node_count != 0) {
        throw std::invalid_argument{"nodes is null, but node_count is " +
                                    std::to_string(asked.node_count) +
                                    ": pass the nodes of a stretched axis, or the count 0"};
    }
    if (asked.nodes != nullptr) {
        if (asked.cells < 1 || asked.node_count < 2 || asked.node_count - 1 != asked.cells) {
            throw std::invalid_argument{"nodes has " + std::to_string(asked.node_count) +
                                        " values for " + std::to_string(asked.cells) +
                                        " cells: a stretched axis has one more than cells"};
        }
        axis.nodes.assign(asked.nodes, asked.nodes + asked.node_count);
    }
    return axis;
}

}  // namespace tobiuo::c_door

const char* tobiuo_version(void)
{
    return TOBIUO_VERSION;
}

int tobiuo_abi_version(void)
{
    return TOBIUO_ABI_VERSION;
}

const char* tobiuo_last_error(void)
{
    return tobiuo::c_door::last_sentence().c_str();
}

int tobiuo_backend_check(int backend)
{
    using namespace tobiuo;
    return c_door::guarded([&] {
        if (const auto asked = c_door::backend_of(backend)) {
            if (const auto reason = unsupported_reason(*asked)) {
                throw DeviceError{*reason};
            }
        }
    });
}

int tobiuo_opencl_device(const char** text)
{
    using namespace tobiuo;
    return c_door::guarded([&] {
        c_door::require(text, "text");
        static const std::string found = opencl_device();
        *text = found.c_str();
    });
}
