// SPDX-License-Identifier: BSD-3-Clause
// Lets a started program be an ordinary user where the tests run as root, to whom few limits apply.
#pragma once

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace tobiuo::test {

/// Makes this process one of the user "nobody" if it is root's. To be called in a child.
inline void be_an_ordinary_user()
{
    constexpr unsigned int nobody = 65534;
    if (::geteuid() == 0 &&
        (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0)) {
        ::_exit(127);
    }
}

/// Gives a folder to that user.
inline void give_to_ordinary_user(const std::filesystem::path& folder)
{
    constexpr unsigned int all = 0777;
    static_cast<void>(::chmod(folder.c_str(), all));
}

/// What the program returns where it does not start: that user may not read where it lies.
inline constexpr int not_started = 127;

}  // namespace tobiuo::test
