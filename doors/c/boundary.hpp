// SPDX-License-Identifier: BSD-3-Clause
// The border of the C interface: no exception crosses it, each becomes a status and a sentence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/error.hpp>
#include <tobiuo/grid.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo::c_door {

/// Keeps the sentence for tobiuo_last_error() of this thread.
void remember(const char* sentence) noexcept;

/// Runs `body`, and returns the status of what it throws.
template <typename Body>
[[nodiscard]] int guarded(const Body& body) noexcept
{
    try {
        body();
        return TOBIUO_OK;
    } catch (const std::invalid_argument& error) {
        remember(error.what());
        return TOBIUO_INVALID_ARGUMENT;
    } catch (const DeviceError& error) {
        remember(error.what());
        return TOBIUO_DEVICE_ERROR;
    } catch (const std::bad_alloc&) {
        remember("the host's memory does not suffice: ask for fewer points");
        return TOBIUO_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        remember(error.what());
        return TOBIUO_FAILED;
    } catch (...) {
        remember("an error without a sentence occurred");
        return TOBIUO_FAILED;
    }
}

/// Throws std::invalid_argument if the address is null; `name` is the argument's.
template <typename Pointer>
void require(Pointer pointer, const char* name)
{
    if (pointer == nullptr) {
        throw std::invalid_argument{std::string{name} + " is null: pass the address of one"};
    }
}

/// Throws std::invalid_argument if a list has fewer entries than none, or some at no address.
template <typename Pointer>
void require_list(Pointer pointer, std::int64_t count, const char* name)
{
    if (count < 0) {
        throw std::invalid_argument{"count is " + std::to_string(count) + ", of " +
                                    std::string{name} + ": give how many there are, or 0"};
    }
    if (count > 0) {
        require(pointer, name);
    }
}

/// Throws std::invalid_argument if an array has less than what the call needs; `unit` names what is
/// counted.
void require_size(std::int64_t there, std::int64_t needed, const char* name, const char* unit);

/// Throws std::invalid_argument unless both arrays of a plan in place are the same.
void require_one_array(const void* in, const void* out);

/// The enumerator of a number of the C interface, which are in the order of `choices`.
template <typename Enum, std::size_t count>
[[nodiscard]] Enum chosen(int number, const std::array<Enum, count>& choices, const char* name)
{
    if (number < 0 || static_cast<std::size_t>(number) >= count) {
        throw std::invalid_argument{std::string{name} + " is " + std::to_string(number) +
                                    ": tobiuo.h has the numbers from 0 to " +
                                    std::to_string(count - 1)};
    }
    return choices[static_cast<std::size_t>(number)];
}

[[nodiscard]] Precision precision_of(int number);
[[nodiscard]] std::optional<Backend> backend_of(int number);
[[nodiscard]] int number_of(Backend backend);

/// The options of a plan or a solver, which has `Options`.
template <typename Options>
[[nodiscard]] Options options_of(const tobiuo_options* options)
{
    if (options == nullptr) {
        return {};
    }
    return {.backend = backend_of(options->backend), .threads = options->threads};
}

/// Throws std::invalid_argument unless the number is 0, as in a structure that was filled whole.
void require_reserved(std::int32_t reserved);

/// The cells and nodes of an axis.
[[nodiscard]] Axis axis_of(const tobiuo_axis& asked);

}  // namespace tobiuo::c_door
