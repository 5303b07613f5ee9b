#include "app/tune/keep_wisdom.hpp"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <string>

#include "app/errors.hpp"
#include "kernels/tuning/wisdom_file.hpp"

namespace tobiuo {

void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news)
{
    try {
        for (const std::string& warning : tuning::merge_wisdom(file, news)) {
            spdlog::warn("{}", warning);
        }
    } catch (const std::runtime_error& error) {
        throw OutputError{error.what()};
    }
}

}  // namespace tobiuo
