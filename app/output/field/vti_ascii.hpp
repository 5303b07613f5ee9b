// Arrays that a .vti stores as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <span>
#include <string>

namespace tobiuo::vti {

struct ArrayInfo;

/// Throws std::runtime_error if the rest of the file is too short for `values` numbers.
void check_ascii_size(const std::filesystem::path& path, const ArrayInfo& array,
                      std::int64_t values);

/// Numbers between white space, up to the next tag, in order.
class AsciiSource {
public:
    /// Throws as check_ascii_size() does.
    AsciiSource(const std::filesystem::path& path, const ArrayInfo& array, std::int64_t values);

    /// Reads the next numbers, of the array's own type. Throws std::runtime_error if something there
    /// is none, or unless there are exactly as many as the array has values.
    template <typename Number>
    void read(const ArrayInfo& array, std::span<Number> to);

    void restart(const ArrayInfo& array);

private:
    /// Reads the next word; false at the end.
    bool read_word();

    std::unique_ptr<std::istream> file_;
    std::int64_t values_;
    std::int64_t next_ = 0;  ///< the number of the next value
    std::string word_;
};

}  // namespace tobiuo::vti
