#include "doors/c/boundary.hpp"

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

Precision precision_of(int number)
{
    return chosen(number, std::array{Precision::fp32, Precision::fp64}, "precision");
}

std::optional<Backend> backend_of(int number)
{
    return chosen(number,
                  std::array<std::optional<Backend>, 3>{std::nullopt, Backend::cpu, Backend::cuda},
                  "backend");
}

int number_of(Backend backend)
{
    return backend == Backend::cpu ? TOBIUO_CPU : TOBIUO_CUDA;
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
