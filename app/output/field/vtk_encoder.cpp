// SPDX-License-Identifier: BSD-3-Clause
// What makes the numbers of a field those of a VTK file, in long pieces and with threads.
#include "app/output/field/vtk_encoder.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace tobiuo::vtk {
namespace {

/// Threads that compress: so many keep up with what one thread writes.
constexpr std::size_t thread_count = 4;
/// Blocks that are begun, with the one that VTK asks for.
constexpr std::size_t most_ahead = 6;

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

/// Threads that do tasks in the order in which they come.
class CompressorAhead::Threads {
public:
    using Task = std::packaged_task<Compressed()>;

    Threads() = default;
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads()
    {
        {
            const std::lock_guard<std::mutex> guard{mutex_};
            is_over_ = true;
        }
        changed_.notify_all();
        for (std::thread& one : threads_) {
            one.join();
        }
    }

    /// Where no thread can be had, the task is done at once.
    void begin(Task task)
    {
        std::unique_lock<std::mutex> lock{mutex_};
        if (!has_thread()) {
            lock.unlock();
            task();
            return;
        }
        tasks_.push_back(std::move(task));
        lock.unlock();
        changed_.notify_one();
    }

private:
    /// Adds a thread while there are few.
    bool has_thread()
    {
        try {
            if (threads_.size() < thread_count) {
                threads_.emplace_back([this] { work(); });
            }
        } catch (const std::system_error&) {  // those that are there go on alone
        }
        return !threads_.empty();
    }

    void work()
    {
        std::unique_lock<std::mutex> lock{mutex_};
        while (true) {
            changed_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
            if (is_over_) {
                return;
            }
            Task task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> tasks_;
    bool is_over_ = false;
    std::vector<std::thread> threads_;
};

CompressorAhead::CompressorAhead() = default;
CompressorAhead::~CompressorAhead() = default;

vtkStandardNewMacro(CompressorAhead);

void CompressorAhead::expect(std::span<const unsigned char> bytes, std::size_t block)
{
    expect(bytes, block, [bytes](std::size_t offset, std::size_t size, bool /*is_next*/) {
        return bytes.subspan(offset, size);
    });
}

void CompressorAhead::expect(std::span<const unsigned char> addresses, std::size_t block,
                             BytesAt bytes_at)
{
    expected_.push_back({.addresses = addresses, .block = block, .bytes_at = std::move(bytes_at)});
}

void CompressorAhead::look_every(std::size_t bytes, std::function<void()> look)
{
    bytes_between_looks_ = bytes;
    look_ = std::move(look);
}

bool CompressorAhead::begin(const Expected& array, std::size_t offset, std::size_t size,
                            bool is_next)
{
    const std::span<const unsigned char> bytes = array.bytes_at(offset, size, is_next);
    if (bytes.empty()) {
        return false;
    }
    std::vector<unsigned char> memory;
    if (!spare_.empty()) {
        memory = std::move(spare_.back());
        spare_.pop_back();
    }
    Threads::Task task{[this, bytes, memory = std::move(memory)]() mutable {
        return compressed(bytes, std::move(memory));
    }};
    ahead_.push_back({.address = array.addresses.data() + offset,
                      .size = size,
                      .compressed = task.get_future()});
    if (size == array.addresses.size()) {  // a thread would only be waited for
        task();
        return true;
    }
    if (threads_ == nullptr) {
        threads_ = std::make_unique<Threads>();
    }
    threads_->begin(std::move(task));
    return true;
}

void CompressorAhead::come_to(const Expected& array, std::size_t offset, std::size_t size)
{
    const unsigned char* const address = array.addresses.data() + offset;
    const auto is_it = [&](const Block& one) { return one.address == address && one.size == size; };
    if (!ahead_.empty() && !is_it(ahead_.front())) {
        // They are of an array that VTK did not write to its end.
        std::ranges::for_each(ahead_, [](const Block& one) { one.compressed.wait(); });
        ahead_.clear();
    }
    if (ahead_.empty() && !begin(array, offset, size, true)) {
        throw std::logic_error{"a block of an array is not there when it is next"};
    }
}

std::size_t CompressorAhead::CompressBuffer(unsigned char const* from, std::size_t size,
                                            unsigned char* to, std::size_t space)
{
    bytes_since_look_ += size;
    if (look_ && bytes_since_look_ >= bytes_between_looks_) {
        bytes_since_look_ = 0;
        look_();
    }
    const auto has = [&](const Expected& one) {
        return !std::less<>{}(from, one.addresses.data()) &&
               std::less<>{}(from, one.addresses.data() + one.addresses.size());
    };
    const auto array = std::ranges::find_if(expected_, has);
    if (array == expected_.end()) {
        return vtkLZ4DataCompressor::CompressBuffer(from, size, to, space);
    }
    const auto offset = static_cast<std::size_t>(from - array->addresses.data());
    come_to(*array, offset, size);
    std::size_t next = offset;
    for (const Block& one : ahead_) {
        next += one.size;
    }
    const std::size_t end = array->addresses.size();
    while (ahead_.size() < most_ahead && next < end) {
        const std::size_t some = std::min(array->block, end - next);
        if (!begin(*array, next, some, false)) {
            break;
        }
        next += some;
    }
    std::future<Compressed> first = std::move(ahead_.front().compressed);
    ahead_.pop_front();
    auto [memory, count] = first.get();
    const bool fits = count <= space;
    if (fits) {
        std::copy_n(memory.begin(), count, to);
    }
    spare_.push_back(std::move(memory));
    if (ahead_.empty() && next == end) {
        static_cast<void>(array->bytes_at(end, 0, true));
    }
    return fits ? count : 0;
}

CompressorAhead::Compressed CompressorAhead::compressed(std::span<const unsigned char> bytes,
                                                        std::vector<unsigned char> memory)
{
    memory.resize(std::max(memory.size(), GetMaximumCompressionSpace(bytes.size())));
    const std::size_t size = vtkLZ4DataCompressor::CompressBuffer(bytes.data(), bytes.size(),
                                                                  memory.data(), memory.size());
    return {.memory = std::move(memory), .size = size};
}

}  // namespace tobiuo::vtk
