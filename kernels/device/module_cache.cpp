#include "kernels/device/module_cache.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernels/device/digest.hpp"

namespace tobiuo::device {
namespace {

constexpr const char* format_line = "tobiuo-module 1";

}  // namespace

std::filesystem::path ModuleCache::path_of(const std::string& identifier,
                                           const std::string& key) const
{
    return folder_ / (identifier + "-" + sha256(key).substr(0, 16));
}

std::optional<std::string> ModuleCache::find(const std::string& identifier,
                                             const std::string& key) const
{
    if (folder_.empty()) {
        return std::nullopt;
    }
    std::ifstream file{path_of(identifier, key), std::ios::binary};
    std::string format;
    std::string key_digest;
    std::string image_digest;
    std::size_t size = 0;
    std::getline(file, format);
    file >> key_digest >> size >> image_digest;
    constexpr std::size_t size_limit = 256U << 20U;
    if (!file || file.get() != '\n' || format != format_line || key_digest != sha256(key) ||
        size > size_limit) {
        return std::nullopt;
    }
    std::string image(size, '\0');
    file.read(image.data(), static_cast<std::streamsize>(size));
    const bool whole = static_cast<std::size_t>(file.gcount()) == size &&
                       file.peek() == std::ifstream::traits_type::eof();
    return whole && sha256(image) == image_digest ? std::optional{image} : std::nullopt;
}

bool ModuleCache::store(const std::string& identifier, const std::string& key,
                        const std::string& image) const
{
    if (folder_.empty()) {
        return false;
    }
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    const std::filesystem::path path = path_of(identifier, key);
    std::filesystem::path temporary = path;
    temporary += "." + std::to_string(getpid()) + ".tmp";
    {
        std::ofstream file{temporary, std::ios::binary};
        file << format_line << '\n'
             << sha256(key) << ' ' << image.size() << ' ' << sha256(image) << '\n'
             << image;
        file.close();
        if (!file) {
            std::filesystem::remove(temporary, error);
            return false;
        }
    }
    std::filesystem::rename(temporary, path, error);
    return !error;
}

std::filesystem::path default_cache_folder()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
        return std::filesystem::path{cache} / "tobiuo";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return std::filesystem::path{home} / ".cache" / "tobiuo";
    }
    return {};
}

}  // namespace tobiuo::device
