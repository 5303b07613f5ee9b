// SPDX-License-Identifier: BSD-3-Clause
// Tables of tuned configurations: the shipped one, the user's, and errors in either.
#include "kernels/fft/choose/wisdom.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>

#include "runtime/tuning/wisdom_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const DeviceName h200{.name = "NVIDIA H200", .architecture = "9.0"};
constexpr const char* request = "strided 64 single x 4096";
constexpr const char* block = "8x8 threads 8 lines 32 blocks 2";

class FftWisdom : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path file() const { return temporary_.path() / "wisdom.json"; }

    /// The known table for a file that holds one table with one entry.
    [[nodiscard]] KnownTable known_with(const std::string& entry, const DeviceName& device = h200,
                                        const std::string& engine = std::string{table_engine},
                                        const std::string& key = request) const
    {
        tuning::Wisdom wisdom;
        wisdom.remember(tuning::DeviceTable{.device = device.name,
                                            .architecture = device.architecture,
                                            .engine = engine,
                                            .date = "2026-11-22T00:00:00Z",
                                            .entries = {{key, entry}}});
        static_cast<void>(tuning::merge_wisdom(file(), wisdom));
        return known_table(h200, file());
    }

private:
    test::TemporaryFolder temporary_;
};

TEST_F(FftWisdom, brings_a_table_for_each_gpu_that_was_measured_and_all_of_it_is_understood)
{
    const DeviceName h100{.name = "NVIDIA H100 80GB HBM3", .architecture = "9.0"};
    for (const auto& [device, entries] : {std::pair{h200, 1000U}, std::pair{h100, 20U}}) {
        const KnownTable known = known_table(device, {});
        EXPECT_GT(known.shipped, entries) << device.name;
        EXPECT_EQ(known.own, 0U);
        EXPECT_THAT(known.warnings, IsEmpty());
    }
    EXPECT_EQ(known_table({.name = "another GPU", .architecture = "9.0"}, {}).shipped, 0U);
}

TEST_F(FftWisdom, of_the_user_counts_in_place_of_the_shipped_one)
{
    const auto shipped = known_table(h200, {}).table.find(request);
    ASSERT_TRUE(shipped);
    ASSERT_NE(*shipped, block);
    const KnownTable known = known_with(block);
    EXPECT_EQ(known.table.find(request), block);
    EXPECT_EQ(known.own, 1U);
    EXPECT_THAT(known.warnings, IsEmpty());
}

TEST_F(FftWisdom, of_another_gpu_is_not_used)
{
    const KnownTable known = known_with(block, {.name = "another GPU", .architecture = "9.0"});
    EXPECT_EQ(known.own, 0U);
    EXPECT_NE(known.table.find(request), block);
}

TEST_F(FftWisdom, of_another_engine_or_architecture_is_said_and_not_used)
{
    EXPECT_THAT(known_with(block, h200, "fft 2").warnings,
                ElementsAre(HasSubstr("of engine 'fft 2'")));
    const KnownTable known = known_with(block, {.name = h200.name, .architecture = "12.0"});
    EXPECT_EQ(known.own, 0U);
    EXPECT_THAT(known.warnings, ::testing::Contains(HasSubstr("tune again")));
}

TEST_F(FftWisdom, of_a_device_by_opencl_counts_for_its_platform_and_driver)
{
    const DeviceName by_opencl{.name = h200.name,
                               .architecture = "NVIDIA CUDA",
                               .conditions = "OpenCL 3.0, driver 1",
                               .engine = std::string{opencl_table_engine}};
    DeviceName renewed = by_opencl;
    renewed.conditions = "OpenCL 3.0, driver 2";
    TunedTable found;
    found.remember(request, block);
    const auto keep = [&](const DeviceName& device) {
        tuning::Wisdom wisdom;
        wisdom.remember(to_wisdom(found, device, "2026-11-22T00:00:00Z"));
        static_cast<void>(tuning::merge_wisdom(file(), wisdom));
    };
    keep(by_opencl);
    EXPECT_EQ(known_table(by_opencl, file()).table.entries(), found.entries());
    EXPECT_THAT(known_table(by_opencl, file()).warnings, IsEmpty());
    EXPECT_EQ(known_table(h200, file()).own, 0U);
    EXPECT_THAT(known_table(h200, file()).warnings, IsEmpty()) << "it is not of CUDA's kernels";

    const KnownTable outdated = known_table(renewed, file());
    EXPECT_EQ(outdated.own, 0U);
    EXPECT_THAT(outdated.warnings, ElementsAre(HasSubstr("with OpenCL 3.0, driver 1, not ")));
    keep(renewed);
    EXPECT_EQ(known_table(renewed, file()).own, 1U);
    EXPECT_THAT(known_table(renewed, file()).warnings, IsEmpty()) << "it has been tuned again";
}

TEST_F(FftWisdom, may_have_columns_of_arrays_in_host_memory)
{
    constexpr const char* columns = "columns 1 x 64 x 4096 of 16 bytes, chunks to 1048576";
    const std::string engine{table_engine};
    EXPECT_EQ(known_with("512 columns", h200, engine, columns).table.find(columns), "512 columns");
    EXPECT_THAT(known_with(block, h200, engine, columns).warnings,
                ElementsAre(HasSubstr("is not a number of columns")));
}

TEST_F(FftWisdom, that_is_damaged_is_said_and_not_used)
{
    EXPECT_THAT(known_with("8x8 lanes 8").warnings,
                ElementsAre(HasSubstr("an entry for 'strided 64 single x 4096' that is not used")));
    std::ofstream{file()}
        << "{ \"schema\": \"tobiuo-wisdom-1\", \"decisions\": [], \"tables\": [5] }";
    EXPECT_THAT(known_table(h200, file()).warnings, ElementsAre(HasSubstr("table 1 is damaged")));
    std::ofstream{file()} << "no JSON";
    const KnownTable known = known_table(h200, file());
    EXPECT_THAT(known.warnings, ElementsAre(HasSubstr("is not JSON")));
    EXPECT_GT(known.shipped, 1000U) << "the shipped one stays";
}

}  // namespace
}  // namespace tobiuo::fft
