// SPDX-License-Identifier: BSD-3-Clause
// Limits of file sizes and of memory for one scope: a full disk, and a bound for readers.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <fstream>

namespace tobiuo::test {

/// While one lives, no file of this process grows beyond `bytes`: writes fail with EFBIG, and
/// SIGXFSZ is ignored as the program does.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)}
    {
        ::getrlimit(RLIMIT_FSIZE, &earlier_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = earlier_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &earlier_);
        static_cast<void>(std::signal(SIGXFSZ, handler_));
    }

private:
    rlimit earlier_{};
    void (*handler_)(int);
};

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
