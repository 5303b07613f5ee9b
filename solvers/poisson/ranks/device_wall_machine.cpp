// The walls of a rank on a GPU.
#include "kernels/device/stream.hpp"
#include "kernels/walls/device_walls.hpp"
#include "solvers/poisson/ranks/wall_machine.hpp"
#include "solvers/poisson/walls/ready_walls.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class DeviceWallMachine final : public WallMachine<T> {
public:
    explicit DeviceWallMachine(const WallBox& walls)
        : DeviceWallMachine{walls, device::make_stream()}
    {
    }

    [[nodiscard]] walls::Box changing(const walls::GivenFaces<T>& given) const override
    {
        return walls_.changing(given);
    }

    void correct(const walls::Box& box, const walls::GivenFaces<T>& given,
                 const std::array<const T*, 2>& beside, T* f, Stream stream) const override
    {
        walls_.correct(box, given, f, stream, beside);
    }

    void add(const T* share, T* u, std::int64_t count, Stream stream) const override
    {
        if (count > 0) {
            add_share_.enqueue(share, u, count, stream);
        }
    }

    [[nodiscard]] std::size_t bytes() const override { return walls_.workspace_bytes(); }

private:
    DeviceWallMachine(const WallBox& walls, const device::Stream& stream)
        : walls_{walls, stream.get()}
    {
        device::synchronize(stream.get());
    }

    ReadyWalls<T> walls_;
    walls::AddShare<T> add_share_;
};

}  // namespace

template <typename T>
std::unique_ptr<const WallMachine<T>> make_device_walls(const WallBox& walls)
{
    return std::make_unique<DeviceWallMachine<T>>(walls);
}

template std::unique_ptr<const WallMachine<float>> make_device_walls(const WallBox&);
template std::unique_ptr<const WallMachine<double>> make_device_walls(const WallBox&);

}  // namespace tobiuo::poisson
