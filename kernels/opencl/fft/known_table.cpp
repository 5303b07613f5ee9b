#include "kernels/opencl/fft/known_table.hpp"

namespace tobiuo::opencl {

fft::DeviceName table_name(const DeviceInfo& device)
{
    return {.name = device.name,
            .architecture = device.platform,
            .conditions = device.version,
            .engine = std::string{fft::opencl_table_engine}};
}

fft::Choices choices_for(const DeviceInfo& device, const fft::TunedTable* table)
{
    return {.merging = fft::Merging::never,
            .table = table != nullptr ? table : &fft::table_of(table_name(device))->table};
}

}  // namespace tobiuo::opencl
