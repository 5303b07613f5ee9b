// What makes the numbers of a field those of a VTK file, in long pieces and with threads.
#include "app/output/field/vtk_encoder.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>
#include <system_error>

namespace tobiuo::vtk {
namespace {

/// Threads that compress: so many keep up with what one thread writes.
constexpr std::size_t most_ahead = 4;

constexpr std::size_t pair_count = 1U << 12U;

/// The two letters of each twelve bits.
const std::array<std::array<char, 2>, pair_count>& pairs()
{
    static const auto table = [] {
        constexpr std::string_view letters =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::array<std::array<char, 2>, pair_count> made{};
        for (std::size_t bits = 0; bits < pair_count; ++bits) {
            made[bits] = {letters[bits / 64], letters[bits % 64]};
        }
        return made;
    }();
    return table;
}

/// Writes four letters for each of `triples` times three bytes.
void encode(const unsigned char* from, std::size_t triples, char* to)
{
    const auto& table = pairs();
    for (std::size_t n = 0; n < triples; ++n, from += 3, to += 4) {
        const std::uint32_t bits = static_cast<std::uint32_t>(from[0]) << 16U |
                                   static_cast<std::uint32_t>(from[1]) << 8U | from[2];
        std::memcpy(to, table[bits >> 12U].data(), 2);
        std::memcpy(to + 2, table[bits & (pair_count - 1)].data(), 2);
    }
}

}  // namespace

vtkStandardNewMacro(Base64Stream);

int Base64Stream::StartWriting()
{
    kept_count_ = 0;
    return vtkOutputStream::StartWriting();
}

int Base64Stream::Write(void const* data, std::size_t length)
{
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::size_t begin = 0;  // the first byte of a triple that is whole in `data`
    std::size_t letters = 0;
    text_.resize((length + kept_count_) / 3 * 4);
    if (kept_count_ > 0) {
        while (kept_count_ < 3 && begin < length) {
            kept_[kept_count_++] = bytes[begin++];
        }
        if (kept_count_ < 3) {
            return 1;
        }
        encode(kept_.data(), 1, text_.data());
        letters = 4;
        kept_count_ = 0;
    }
    const std::size_t triples = (length - begin) / 3;
    encode(bytes + begin, triples, text_.data() + letters);
    for (std::size_t at = begin + 3 * triples; at < length; ++at) {
        kept_[kept_count_++] = bytes[at];
    }
    return WriteStream(text_.data(), text_.size());
}

int Base64Stream::EndWriting()
{
    if (kept_count_ == 0) {
        return 1;
    }
    std::array<char, 4> last{};
    std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(kept_count_), kept_.end(),
              static_cast<unsigned char>(0));
    encode(kept_.data(), 1, last.data());
    std::fill(last.begin() + static_cast<std::ptrdiff_t>(kept_count_) + 1, last.end(), '=');
    kept_count_ = 0;
    return WriteStream(last.data(), last.size());
}

vtkStandardNewMacro(CompressorAhead);

void CompressorAhead::expect(std::span<const unsigned char> bytes, std::size_t block)
{
    expected_.push_back({.bytes = bytes, .block = block});
}

std::size_t CompressorAhead::CompressBuffer(unsigned char const* from, std::size_t size,
                                            unsigned char* to, std::size_t space)
{
    run_ahead_of(from);
    if (ahead_.empty() || ahead_.front().from != from) {
        return vtkLZ4DataCompressor::CompressBuffer(from, size, to, space);
    }
    const std::vector<unsigned char> block = ahead_.front().compressed.get();
    ahead_.pop_front();
    run_ahead_of(from + size);
    if (block.empty() || block.size() > space) {
        return 0;
    }
    std::ranges::copy(block, to);
    return block.size();
}

std::vector<unsigned char> CompressorAhead::compressed(std::span<const unsigned char> bytes)
{
    std::vector<unsigned char> block(GetMaximumCompressionSpace(bytes.size()));
    block.resize(vtkLZ4DataCompressor::CompressBuffer(bytes.data(), bytes.size(), block.data(),
                                                      block.size()));
    return block;
}

void CompressorAhead::run_ahead_of(const unsigned char* from)
{
    const auto has = [&](const Expected& one) {
        return !std::less<>{}(from, one.bytes.data()) &&
               std::less<>{}(from, one.bytes.data() + one.bytes.size());
    };
    const auto found = std::ranges::find_if(expected_, has);
    if (found == expected_.end()) {
        return;
    }
    if (!ahead_.empty() && ahead_.front().from != from) {
        ahead_.clear();  // of an array that VTK did not write to its end
    }
    const auto& [bytes, size] = *found;
    std::size_t next = static_cast<std::size_t>(from - bytes.data()) + ahead_.size() * size;
    for (; ahead_.size() < most_ahead && next < bytes.size(); next += size) {
        const auto block = bytes.subspan(next, std::min(size, bytes.size() - next));
        try {
            ahead_.push_back(
                {.from = block.data(), .compressed = std::async(std::launch::async, [this, block] {
                                           return compressed(block);
                                       })});
        } catch (const std::system_error&) {  // no thread can be had
            return;
        }
    }
}

}  // namespace tobiuo::vtk
