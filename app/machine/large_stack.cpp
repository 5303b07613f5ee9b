#include "app/machine/large_stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>

namespace tobiuo {
namespace {

constexpr std::size_t large = std::size_t{8} << 20U;

struct Call {
    const std::function<int()>& work;
    int result = 0;
};

void* run(void* argument)
{
    auto& call = *static_cast<Call*>(argument);
    call.result = call.work();
    return nullptr;
}

bool is_tight()
{
    rlimit limit{};
    return ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < large;
}

}  // namespace

int on_a_large_stack(const std::function<int()>& work)
{
    pthread_attr_t attributes{};
    if (!is_tight() || pthread_attr_init(&attributes) != 0) {
        return work();
    }
    Call call{.work = work};
    pthread_t thread{};
    const bool started = pthread_attr_setstacksize(&attributes, large) == 0 &&
                         pthread_setattr_default_np(&attributes) == 0 &&
                         pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {
        return work();
    }
    pthread_join(thread, nullptr);
    return call.result;
}

}  // namespace tobiuo
