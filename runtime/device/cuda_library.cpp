// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/cuda_library.hpp"

#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

namespace tobiuo::device {
namespace {

/// The folders to search: those that the user names, the loader's own search path (""), the usual
/// place.
std::vector<std::string> library_folders()
{
    std::vector<std::string> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        if (const char* root = std::getenv(variable); root != nullptr) {
            folders.push_back(std::string{root} + "/lib64/");
        }
    }
    folders.emplace_back("");
    folders.emplace_back("/usr/local/cuda/lib64/");
    return folders;
}

}  // namespace

FoundLibrary find_cuda_library(std::span<const std::string> names)
{
    FoundLibrary found;
    for (const std::string& folder : library_folders()) {
        for (const std::string& name : names) {
            const std::string path = folder + name;
            found.library.reset(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
            if (found.library) {
                return found;
            }
            found.tried += (found.tried.empty() ? "" : ", ") + path;
        }
    }
    return found;
}

std::string path_of(void* library)
{
    link_map* place = nullptr;
    const bool known =
        dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&place)) == 0 && place != nullptr;
    return known ? place->l_name : "";
}

SharedLibrary library_beside(void* library, const std::string& name)
{
    const std::filesystem::path path{path_of(library)};
    return path.empty()
               ? SharedLibrary{}
               : SharedLibrary{dlopen((path.parent_path() / name).c_str(), RTLD_NOW | RTLD_LOCAL)};
}

}  // namespace tobiuo::device
