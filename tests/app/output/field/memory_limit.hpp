// A limit of memory, under which a reader of damaged files is tested.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

namespace tobiuo::test {

/// While the object lives, the address space grows by at most `bytes`; more is std::bad_alloc.
class MemoryLimit {
public:
    explicit MemoryLimit(std::size_t bytes)
    {
        std::size_t pages = 0;
        std::ifstream{"/proc/self/statm"} >> pages;
        getrlimit(RLIMIT_AS, &before_);
        rlimit limited = before_;
        limited.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
        setrlimit(RLIMIT_AS, &limited);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

}  // namespace tobiuo::test
