// SPDX-License-Identifier: BSD-3-Clause
// Binary arrays: [bytes] data, or [blocks][bytes of a block][bytes of a short last block, or 0]
// [compressed bytes of each block] blocks. The words are UInt32 or UInt64.
#include "app/output/field/vti_storage.hpp"

#include <vtkLZ4DataCompressor.h>
#include <vtkLZMADataCompressor.h>
#include <vtkSmartPointer.h>
#include <vtkZLibDataCompressor.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <ios>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/output/field/vtk_messages.hpp"
#include "app/printable.hpp"

namespace tobiuo::vti {
namespace {

using Words = std::vector<std::uint64_t>;

struct Compressor {
    vtkSmartPointer<vtkDataCompressor> codec;
    std::uint64_t best_ratio{};  ///< most bytes that one compressed byte stands for
};

/// The best ratios of LZ4 and zlib are limits of their formats; that of LZMA was measured on zeros.
Compressor compressor_of(const Storage& storage)
{
    if (storage.compressor == "vtkLZ4DataCompressor") {
        return {.codec = vtkSmartPointer<vtkLZ4DataCompressor>::New(), .best_ratio = 255};
    }
    if (storage.compressor == "vtkZLibDataCompressor") {
        return {.codec = vtkSmartPointer<vtkZLibDataCompressor>::New(), .best_ratio = 1032};
    }
    if (storage.compressor == "vtkLZMADataCompressor") {
        return {.codec = vtkSmartPointer<vtkLZMADataCompressor>::New(), .best_ratio = 10'000};
    }
    throw std::runtime_error{"the file is compressed by '" + storage.compressor +
                             "', which is unknown: write it with LZ4, ZLib, LZMA or no compressor"};
}

/// Calls `act` with a zero of the type that a file calls `type`.
template <typename Act>
auto with_type(std::string_view type, const Act& act)
{
    if (type == "Float32") {
        return act(float{});
    }
    if (type == "Int8") {
        return act(std::int8_t{});
    }
    if (type == "UInt8") {
        return act(std::uint8_t{});
    }
    if (type == "Int16") {
        return act(std::int16_t{});
    }
    if (type == "UInt16") {
        return act(std::uint16_t{});
    }
    if (type == "Int32") {
        return act(std::int32_t{});
    }
    if (type == "UInt32") {
        return act(std::uint32_t{});
    }
    if (type == "Int64") {
        return act(std::int64_t{});
    }
    if (type == "UInt64") {
        return act(std::uint64_t{});
    }
    return act(double{});
}

bool is_number_type(const std::string& type)
{
    static const auto known = {"Float32", "Float64", "Int8",   "UInt8", "Int16",
                               "UInt16",  "Int32",   "UInt32", "Int64", "UInt64"};
    return std::ranges::find(known, type) != known.end();
}

template <typename Number>
void swap_bytes(std::span<Number> numbers)
{
    for (auto& number : numbers) {
        std::ranges::reverse(std::as_writable_bytes(std::span{&number, 1}));
    }
}

bool needs_swap(const Storage& storage)
{
    return storage.big_endian != (std::endian::native == std::endian::big);
}

template <typename Word>
Words words_as(ByteSource& source, const Storage& storage, const ArrayInfo& array,
               std::size_t count)
{
    if (static_cast<std::uint64_t>(source.most_bytes_left()) / sizeof(Word) < count) {
        report_damaged(array, "its sizes lie beyond the end");
    }
    std::vector<Word> words(count);
    if (!source.read(std::as_writable_bytes(std::span{words}))) {
        report_damaged(array, "its sizes are cut short or no base64");
    }
    if (needs_swap(storage)) {
        swap_bytes(std::span{words});
    }
    return {words.begin(), words.end()};
}

Words words_of(ByteSource& source, const Storage& storage, const ArrayInfo& array,
               std::size_t count)
{
    return storage.word_bytes == 8 ? words_as<std::uint64_t>(source, storage, array, count)
                                   : words_as<std::uint32_t>(source, storage, array, count);
}

/// Whether `count` blocks hold `bytes`; quotients replace every product that could overflow.
bool fits(std::uint64_t count, const Blocks& blocks, std::uint64_t bytes)
{
    if (blocks.last_bytes > bytes || blocks.last_bytes > blocks.bytes) {
        return false;
    }
    const std::uint64_t before_last = bytes - blocks.last_bytes;
    return count == 1 ? before_last == 0
                      : before_last % blocks.bytes == 0 && before_last / blocks.bytes == count - 1;
}

/// Reads the table before the blocks; `source` is then at the first block.
Blocks blocks_of(ByteSource& source, const Storage& storage, const ArrayInfo& array,
                 std::uint64_t bytes)
{
    const Words sizes = words_of(source, storage, array, 3);
    const std::uint64_t count = sizes[0];
    Blocks blocks{.bytes = sizes[1],
                  .last_bytes = sizes[2] == 0 ? sizes[1] : sizes[2],
                  .compressed_bytes = {}};
    if (count == 0 || blocks.bytes == 0) {
        report_damaged(array, "a compressed array has no blocks");
    }
    if (!fits(count, blocks, bytes)) {
        report_damaged(array, "its blocks do not hold the values of the grid");
    }
    blocks.compressed_bytes = words_of(source, storage, array, count);
    source.start_next_run();

    const std::uint64_t best_ratio = compressor_of(storage).best_ratio;
    auto left = static_cast<std::uint64_t>(source.most_bytes_left());
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t compressed = blocks.compressed_bytes[i];
        if (compressed > left) {
            report_damaged(array, "its blocks lie beyond the end");
        }
        if (blocks.bytes_of(i) / best_ratio > compressed) {
            report_damaged(array, "a block is too short for its values");
        }
        left -= compressed;
    }
    return blocks;
}

/// Checks the size before an array that is not compressed.
void check_plain_size(ByteSource& source, const Storage& storage, const ArrayInfo& array,
                      std::uint64_t bytes)
{
    if (words_of(source, storage, array, 1).front() != bytes) {
        report_damaged(array, "its size is not that of the grid");
    }
    if (static_cast<std::uint64_t>(source.most_bytes_left()) < bytes) {
        report_damaged(array, "its values lie beyond the end");
    }
}

ByteSource source_of(const std::filesystem::path& path, const ArrayInfo& array)
{
    return {open_at(path, array), array.begin,
            array.format == Format::raw ? Coding::raw : Coding::base64};
}

std::uint64_t bytes_of(const ArrayInfo& array, std::int64_t values)
{
    return static_cast<std::uint64_t>(values) *
           with_type(array.type, [](auto number) { return std::uint64_t{sizeof(number)}; });
}

std::string objection_to_type(const ArrayInfo& array)
{
    constexpr int most_components = 256;  // sizes in bytes stay far from overflow
    if (array.components > most_components) {
        return "array '" + printable(array.name) + "' has " + std::to_string(array.components) +
               " components: write at most " + std::to_string(most_components);
    }
    if (is_number_type(array.type)) {
        return {};
    }
    return "array '" + printable(array.name) + "' is of type " + array.type +
           ": write it as numbers of 8 to 64 bits (Float32, Float64 or integers)";
}

std::string counted_components(int components)
{
    return std::to_string(components) + (components == 1 ? " component" : " components");
}

}  // namespace

std::unique_ptr<std::istream> open_at(const std::filesystem::path& path, const ArrayInfo& array)
{
    if (array.text) {
        return std::make_unique<std::istringstream>(*array.text);
    }
    return std::make_unique<std::ifstream>(path, std::ios::binary);
}

std::string ArrayInfo::objection(int wanted_components) const
{
    if (auto no_numbers = objection_to_type(*this); !no_numbers.empty()) {
        return no_numbers;
    }
    if (components != wanted_components) {
        return "array '" + printable(name) + "' has " + counted_components(components) +
               (wanted_components == 1
                    ? ": name the component that is wanted, or write one array for each"
                    : ": write one array of " + counted_components(wanted_components));
    }
    return {};
}

std::string ArrayInfo::objection_to_component(int component) const
{
    if (auto no_numbers = objection_to_type(*this); !no_numbers.empty()) {
        return no_numbers;
    }
    if (component >= components) {
        return "array '" + printable(name) + "' has " + counted_components(components) +
               ", which are counted from 0, and no component " + std::to_string(component) +
               ": name one that it has";
    }
    return {};
}

void report_damaged(const ArrayInfo& array, const std::string& reason)
{
    throw std::runtime_error{"array '" + printable(array.name) + "' cannot be read (" + reason +
                             "): the file is damaged, copy or write it again"};
}

void check_sizes(const std::filesystem::path& path, const Storage& storage, const ArrayInfo& array,
                 std::int64_t values)
{
    if (array.format == Format::ascii) {
        return check_ascii_size(path, array, values);
    }
    ByteSource source = source_of(path, array);
    if (storage.compressor.empty()) {
        check_plain_size(source, storage, array, bytes_of(array, values));
    } else {
        static_cast<void>(blocks_of(source, storage, array, bytes_of(array, values)));
    }
}

ValueStream::ValueStream(const std::filesystem::path& path, Storage storage, ArrayInfo array,
                         std::int64_t values)
    : storage_{std::move(storage)},
      array_{std::move(array)},
      bytes_{bytes_of(array_, values)},
      source_{source_of(path, array_)}
{
    if (is_text()) {
        text_.emplace(path, array_, values);
    } else {
        begin();
    }
}

void ValueStream::begin()
{
    if (storage_.compressor.empty()) {
        check_plain_size(source_, storage_, array_, bytes_);
    } else {
        blocks_ = blocks_of(source_, storage_, array_, bytes_);
        compressed_.resize(std::ranges::max(blocks_.compressed_bytes));
    }
}

void ValueStream::restart()
{
    if (text_) {
        text_->restart(array_);
        return;
    }
    source_.restart(array_.begin);
    next_block_ = 0;
    block_.clear();
    given_ = 0;
    begin();
}

template <typename Real>
void ValueStream::read(std::span<Real> to)
{
    with_type(array_.type, [&]<typename Number>(Number) {
        if constexpr (std::is_same_v<Number, Real>) {
            read_stored(to);
        } else {
            constexpr std::size_t most = std::size_t{1} << 16U;
            std::vector<Number> some;
            while (!to.empty()) {
                some.resize(std::min(most, to.size()));
                read_stored(std::span{some});
                std::ranges::transform(some, to.begin(),
                                       [](Number number) { return static_cast<Real>(number); });
                to = to.subspan(some.size());
            }
        }
    });
}

template <typename Number>
void ValueStream::read_stored(std::span<Number> to)
{
    if (text_) {
        text_->read(array_, to);
        return;
    }
    if (storage_.compressor.empty()) {
        if (!source_.read(std::as_writable_bytes(to))) {
            report_damaged(array_, "its values are cut short or no base64");
        }
    } else {
        read_bytes(std::as_writable_bytes(to));
    }
    if (needs_swap(storage_)) {
        swap_bytes(to);
    }
}

void ValueStream::read_bytes(std::span<std::byte> to)
{
    const Compressor compressor = compressor_of(storage_);
    while (!to.empty()) {
        if (given_ == block_.size()) {
            const std::size_t next = blocks_.bytes_of(next_block_);
            if (to.size() >= next) {
                read_block(*compressor.codec, to.first(next));
                to = to.subspan(next);
                continue;
            }
            block_.resize(next);
            read_block(*compressor.codec, block_);
            given_ = 0;
        }
        const std::size_t count = std::min(to.size(), block_.size() - given_);
        std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(given_), count, to.begin());
        given_ += count;
        to = to.subspan(count);
    }
}

void ValueStream::read_block(vtkDataCompressor& codec, std::span<std::byte> to)
{
    const VtkMessages silence;
    const std::span<std::byte> from{compressed_.data(), blocks_.compressed_bytes[next_block_]};
    ++next_block_;
    if (!source_.read(from)) {
        report_damaged(array_, "a block is cut short or no base64");
    }
    const std::size_t read =
        codec.Uncompress(reinterpret_cast<const unsigned char*>(from.data()), from.size(),
                         reinterpret_cast<unsigned char*>(to.data()), to.size());
    if (read != to.size() || silence.any()) {
        report_damaged(array_, "a block does not unpack");
    }
}

template <typename Real>
std::vector<Real> read_values(const std::filesystem::path& path, const Storage& storage,
                              const ArrayInfo& array, std::int64_t values)
{
    ValueStream stream{path, storage, array, values};
    std::vector<Real> numbers(static_cast<std::size_t>(values));
    stream.read(std::span{numbers});
    return numbers;
}

template void ValueStream::read(std::span<float>);
template void ValueStream::read(std::span<double>);
template std::vector<float> read_values(const std::filesystem::path&, const Storage&,
                                        const ArrayInfo&, std::int64_t);
template std::vector<double> read_values(const std::filesystem::path&, const Storage&,
                                         const ArrayInfo&, std::int64_t);

}  // namespace tobiuo::vti
