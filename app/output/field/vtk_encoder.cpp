// What makes the numbers of a field those of a VTK file, in long pieces and with threads.
#include "app/output/field/vtk_encoder.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <functional>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace tobiuo::vtk {
namespace {

/// Threads that compress: so many keep up with what one thread writes.
constexpr std::size_t thread_count = 4;
/// Blocks of an array in memory that wait for VTK.
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
    using Task = std::packaged_task<std::vector<unsigned char>()>;

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

    /// Throws std::system_error where no thread can be had for it.
    std::future<std::vector<unsigned char>> begin(Task task)
    {
        std::future<std::vector<unsigned char>> result = task.get_future();
        {
            const std::lock_guard<std::mutex> guard{mutex_};
            add_thread();
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
        return result;
    }

private:
    void add_thread()
    {
        if (threads_.size() == thread_count) {
            return;
        }
        try {
            threads_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (threads_.empty()) {
                throw;
            }
        }
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
    expected_.push_back({.bytes = bytes, .block = block});
}

void CompressorAhead::look_every(std::size_t bytes, std::function<void()> look)
{
    bytes_between_looks_ = bytes;
    look_ = std::move(look);
}

bool CompressorAhead::begin(std::shared_ptr<const void> owner, std::span<const unsigned char> bytes)
{
    try {
        if (threads_ == nullptr) {
            threads_ = std::make_unique<Threads>();
        }
        auto coming =
            threads_->begin(Threads::Task{[this, bytes, owner] { return compressed(bytes); }});
        ahead_.push_back(
            {.bytes = bytes, .owner = std::move(owner), .compressed = std::move(coming)});
        return true;
    } catch (const std::system_error&) {  // no thread can be had
        return false;
    }
}

std::optional<std::vector<unsigned char>> CompressorAhead::begun(
    std::span<const unsigned char> bytes)
{
    const auto is_it = [&](const Block& one) {
        return one.bytes.data() == bytes.data() ||
               (one.owner != nullptr && std::ranges::equal(one.bytes, bytes));
    };
    const auto found = std::ranges::find_if(ahead_, is_it);
    if (found == ahead_.end()) {
        return std::nullopt;
    }
    std::vector<unsigned char> block = found->compressed.get();
    ahead_.erase(ahead_.begin(), found + 1);
    return block;
}

std::size_t CompressorAhead::CompressBuffer(unsigned char const* from, std::size_t size,
                                            unsigned char* to, std::size_t space)
{
    bytes_since_look_ += size;
    if (look_ && bytes_since_look_ >= bytes_between_looks_) {
        bytes_since_look_ = 0;
        look_();
    }
    run_ahead_of(from);
    const std::optional<std::vector<unsigned char>> block = begun({from, size});
    if (!block) {
        return vtkLZ4DataCompressor::CompressBuffer(from, size, to, space);
    }
    run_ahead_of(from + size);
    if (block->empty() || block->size() > space) {
        return 0;
    }
    std::ranges::copy(*block, to);
    return block->size();
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
    if (found == expected_.end() || found->bytes.size() <= found->block) {
        return;
    }
    if (!ahead_.empty() && ahead_.front().bytes.data() != from) {
        ahead_.clear();  // of an array that VTK did not write to its end
    }
    const auto& [bytes, size] = *found;
    std::size_t next = static_cast<std::size_t>(from - bytes.data()) + ahead_.size() * size;
    for (; ahead_.size() < most_ahead && next < bytes.size(); next += size) {
        const auto block = bytes.subspan(next, std::min(size, bytes.size() - next));
        if (!begin(nullptr, block)) {
            return;
        }
    }
}

}  // namespace tobiuo::vtk
