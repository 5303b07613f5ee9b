// SPDX-License-Identifier: BSD-3-Clause
// Libraries of CUDA that are opened at run time, where the program can do without them.
#pragma once

#include <dlfcn.h>

#include <span>
#include <string>

#include "runtime/device/handle.hpp"

namespace tobiuo::device {

using SharedLibrary = UniqueHandle<void*, dlclose>;

struct FoundLibrary {
    SharedLibrary library;  ///< empty if there is none
    std::string tried;      ///< the paths that were tried in vain, separated by commas
};

/// Opens the first of `names`, in order of preference, in the folders that the user names
/// (CUDA_HOME, CUDA_PATH), in the loader's own search path or in the usual place.
[[nodiscard]] FoundLibrary find_cuda_library(std::span<const std::string> names);

/// The path of an open library; empty if the loader does not tell it.
[[nodiscard]] std::string path_of(void* library);

/// Opens the library of this name that lies beside an open one; empty if there is none.
[[nodiscard]] SharedLibrary library_beside(void* library, const std::string& name);

}  // namespace tobiuo::device
