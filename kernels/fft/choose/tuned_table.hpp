// What tuning found for the passes on one GPU: a configuration for each request.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tobiuo::fft {

/// Requests and configurations are texts: text_of(KernelRequest) and text_of(KernelConfig), or the
/// texts for two merged passes, see merge.hpp. An entry is valid for the GPU that it was measured
/// on.
class TunedTable {
public:
    /// Adds an entry, which replaces an earlier one for the same request.
    void remember(std::string request, std::string configuration)
    {
        entries_.insert_or_assign(std::move(request), std::move(configuration));
    }
    [[nodiscard]] std::optional<std::string> find(std::string_view request) const
    {
        const auto found = entries_.find(request);
        return found == entries_.end() ? std::nullopt : std::optional{found->second};
    }
    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& entries() const
    {
        return entries_;
    }

private:
    std::map<std::string, std::string, std::less<>> entries_;
};

}  // namespace tobiuo::fft
