// SPDX-License-Identifier: BSD-3-Clause
#include "studies/ladder/steps.hpp"

#include <utility>

namespace tobiuo::ladder {
namespace {

/// The steps of the kernel `classic`, each with the parameters of the previous step and its own.
class Climb {
public:
    explicit Climb(std::vector<Step>& steps) : steps_{steps} {}

    void step(std::string name, const Parameters& changes)
    {
        for (const auto& [switch_name, value] : changes) {
            now_[switch_name] = value;
        }
        steps_.push_back({.number = static_cast<int>(steps_.size()) + 1,
                          .name = std::move(name),
                          .kernel = "classic",
                          .parameters = now_});
    }

private:
    std::vector<Step>& steps_;
    Parameters now_;
};

}  // namespace

std::vector<Step> steps()
{
    std::vector<Step> all{{.number = 1,
                           .name = "earlier implementation, block 16 x 16 x 8",
                           .kernel = "",
                           .parameters = {}}};
    Climb climb{all};
    climb.step("base implementation, block 16 x 16 x 8", {{"block", "16x16"},
                                                          {"depth", "8"},
                                                          {"p", "all"},
                                                          {"loads", "scalar"},
                                                          {"layout", "separate"},
                                                          {"pacing", "off"},
                                                          {"padding", "0"}});
    climb.step("+ a barrier after every point", {{"pacing", "on"}});
    climb.step("+ coefficients as coef[i][12][j][k]", {{"layout", "interleaved"}});
    climb.step("+ block 64 x 4 x 8", {{"block", "64x4"}});
    climb.step("+ three planes on chip, 64 x 4 x 128", {{"p", "three"}, {"depth", "128"}});
    climb.step("+ block 64 x 4 x 64", {{"depth", "64"}});
    climb.step("+ padding of 12,800 B", {{"padding", "12800"}});
    climb.step("+ block 64 x 4 x 16, for more blocks", {{"depth", "16"}});
    climb.step("+ 16-byte loads, four points a thread", {{"loads", "wide"}});
    climb.step("  or p by asynchronous copies", {{"loads", "async"}});
    climb.step("  or p through the caches, 16-byte loads",
               {{"p", "none"}, {"loads", "wide"}, {"pacing", "off"}, {"depth", "8"}});
    for (const char* kernel : {"march", "slab-1"}) {
        all.push_back({.number = static_cast<int>(all.size()) + 1,
                       .name = std::string{"kernel "} + kernel,
                       .kernel = kernel,
                       .parameters = {}});
    }
    return all;
}

}  // namespace tobiuo::ladder
