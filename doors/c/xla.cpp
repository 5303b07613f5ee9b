// SPDX-License-Identifier: BSD-3-Clause
// Calls of XLA, the compiler of JAX, that execute plans and solvers of the C interface. XLA's
// binary interface of foreign functions is declared here as far as it is needed; it is that of
// xla/ffi/api/c_api.h, whose structures begin with their size and only grow at the end.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>

#include "doors/c/boundary.hpp"
#include "doors/c/xla.hpp"

namespace tobiuo::c_door {
namespace {

using namespace xla;

/// XLA's number of a type, and its bytes.
struct Type {
    int number;
    std::int64_t bytes;
};
constexpr std::array types{Type{11, 4}, Type{12, 8}, Type{15, 8}, Type{18, 16}};

constexpr int type_of_int64 = 5;
constexpr int internal_error = 13;
constexpr std::uint32_t may_be_captured = 1;

std::int64_t bytes_of(const Buffer& buffer)
{
    const auto* const type = std::ranges::find(types, buffer.type, &Type::number);
    if (type == types.end()) {
        throw std::invalid_argument{
            "an array of XLA is neither float nor complex: convert it before the call"};
    }
    std::int64_t bytes = type->bytes;
    for (std::int64_t axis = 0; axis < buffer.rank; ++axis) {
        bytes *= buffer.lengths[axis];
    }
    return bytes;
}

std::int64_t attribute(const Attributes& given, std::string_view name)
{
    for (std::int64_t at = 0; at < given.size; ++at) {
        const auto* const scalar = static_cast<const Scalar*>(given.values[at]);
        if (std::string_view{given.names[at]->text, given.names[at]->length} == name &&
            given.types[at] == attribute_is_scalar && scalar->type == type_of_int64) {
            std::int64_t value = 0;
            std::memcpy(&value, scalar->value, sizeof(value));
            return value;
        }
    }
    throw std::invalid_argument{"the call of XLA lacks the attribute " + std::string{name} +
                                ": take the library and the package from one build"};
}

/// What is executed: the numbers are those of the Python package.
enum class Owner : std::uint8_t { plan, r2r_plan, poisson_solver, free_space_solver };

/// Executes what the attribute `handle` is the address of, for each of `items` arrays that follow
/// each other.
int execute(const CallFrame& frame, void* stream)
{
    const auto owner = chosen(
        static_cast<int>(attribute(frame.attributes, "owner")),
        std::array{Owner::plan, Owner::r2r_plan, Owner::poisson_solver, Owner::free_space_solver},
        "owner");
    // NOLINTNEXTLINE(performance-no-int-to-ptr): XLA's attributes have no pointers.
    auto* const handle = reinterpret_cast<void*>(attribute(frame.attributes, "handle"));
    const std::int64_t items = attribute(frame.attributes, "items");
    if (frame.arguments.size != 1 || frame.results.size < 1 || items < 1) {
        throw std::invalid_argument{"the call of XLA needs one array, and gives one or more"};
    }
    const auto& in = *static_cast<const Buffer*>(frame.arguments.values[0]);
    const auto& out = *static_cast<const Buffer*>(frame.results.values[0]);
    const std::int64_t in_bytes = bytes_of(in) / items;
    const std::int64_t out_bytes = bytes_of(out) / items;
    const std::int64_t value_bytes = std::ranges::find(types, in.type, &Type::number)->bytes;
    const std::int64_t count = in_bytes / value_bytes;
    for (std::int64_t item = 0; item < items; ++item) {
        auto* const from = static_cast<std::byte*>(in.data) + item * in_bytes;
        auto* const to = static_cast<std::byte*>(out.data) + item * out_bytes;
        int status = TOBIUO_OK;
        switch (owner) {
            case Owner::plan:
                status = tobiuo_plan_execute(static_cast<const tobiuo_plan*>(handle), from,
                                             in_bytes, to, out_bytes, stream);
                break;
            case Owner::r2r_plan:
                status = tobiuo_r2r_plan_execute(static_cast<const tobiuo_r2r_plan*>(handle), from,
                                                 to, count, stream);
                break;
            case Owner::poisson_solver:
                status = tobiuo_poisson_solve(static_cast<const tobiuo_poisson_solver*>(handle),
                                              from, to, count, nullptr, stream);
                break;
            case Owner::free_space_solver:
                status = tobiuo_free_space_solve(
                    static_cast<const tobiuo_free_space_solver*>(handle), from, to, count, stream);
                break;
        }
        if (status != TOBIUO_OK) {
            return status;
        }
    }
    return TOBIUO_OK;
}

/// Answers XLA's question for the version of its interface, if the call is that; the version is
/// XLA's own where it is told, since all that is used here has been there from the first one on.
bool told_version(const CallFrame& frame, std::uint32_t traits)
{
    const Extension* const asked = frame.extension;
    if (asked == nullptr || asked->type != extension_is_metadata) {
        return false;
    }
    Metadata& metadata = *reinterpret_cast<const MetadataExtension*>(asked)->metadata;
    metadata.version.major = 0;
    metadata.version.minor = frame.api == nullptr ? 1 : std::max(1, frame.api->version.minor);
    metadata.traits = traits;
    if (metadata.size >= sizeof(Metadata)) {
        metadata.state_type = 0;
    }
    return true;
}

void* error_of(const CallFrame& frame)
{
    ErrorCreate wanted{.size = sizeof(ErrorCreate),
                       .extension = nullptr,
                       .message = tobiuo_last_error(),
                       .code = internal_error};
    return frame.api->error_create(&wanted);
}

}  // namespace
}  // namespace tobiuo::c_door

namespace c_door = tobiuo::c_door;

void* tobiuo_xla_on_host(const c_door::xla::CallFrame* frame)
{
    if (c_door::told_version(*frame, 0)) {
        return nullptr;
    }
    int status = TOBIUO_OK;
    const int thrown = c_door::guarded([&] { status = c_door::execute(*frame, nullptr); });
    return thrown == TOBIUO_OK && status == TOBIUO_OK ? nullptr : c_door::error_of(*frame);
}

void* tobiuo_xla_on_cuda(const c_door::xla::CallFrame* frame)
{
    if (c_door::told_version(*frame, c_door::may_be_captured)) {
        return nullptr;
    }
    c_door::xla::StreamGet asked{.size = sizeof(c_door::xla::StreamGet),
                                 .extension = nullptr,
                                 .context = frame->context,
                                 .stream = nullptr};
    if (void* const error = frame->api->stream_get(&asked)) {
        return error;
    }
    static std::mutex enqueuing;  // a plan on a GPU serves one execution at a time
    const std::scoped_lock lock{enqueuing};
    int status = TOBIUO_OK;
    const int thrown = c_door::guarded([&] { status = c_door::execute(*frame, asked.stream); });
    return thrown == TOBIUO_OK && status == TOBIUO_OK ? nullptr : c_door::error_of(*frame);
}
