// The walls of a rank on the CPU.
#include <algorithm>
#include <utility>

#include "kernels/memory/host_array.hpp"
#include "kernels/threads.hpp"
#include "kernels/walls/host_walls.hpp"
#include "solvers/poisson/ranks/wall_machine.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class HostWallMachine final : public WallMachine<T> {
public:
    HostWallMachine(WallBox walls, int threads)
        : walls_{std::move(walls)},
          threads_{threads},
          curvatures_{
              static_cast<std::size_t>(walls_.box.needs_curvatures() ? walls_.box.points : 0)}
    {
    }

    [[nodiscard]] walls::Box changing(const walls::GivenFaces<T>& given) const override
    {
        return walls::only_changing(walls_.on_host(), given);
    }

    void correct(const walls::Box& box, const walls::GivenFaces<T>& given,
                 const std::array<const T*, 2>& beside, T* f, Stream /*stream*/) const override
    {
        walls::correct_on_host<T, T>(
            {.box = box,
             .given = given,
             .f = f,
             .curvatures = curvatures_.data(),
             .beside = {beside[0], beside[1]}},
            std::min(threads_, threads_for(box.points, walls::nanoseconds)));
    }

    void add(const T* share, T* u, std::int64_t count, Stream /*stream*/) const override
    {
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::int64_t n = 0; n < count; ++n) {
            u[n] += share[n];
        }
    }

    [[nodiscard]] std::size_t bytes() const override
    {
        return curvatures_.size() * sizeof(double) + walls_.weight_bytes();
    }

private:
    WallBox walls_;
    int threads_;
    mutable memory::HostArray<double> curvatures_;
};

}  // namespace

template <typename T>
std::unique_ptr<const WallMachine<T>> make_host_walls(WallBox walls, int threads)
{
    return std::make_unique<HostWallMachine<T>>(std::move(walls), threads);
}

template std::unique_ptr<const WallMachine<float>> make_host_walls(WallBox, int);
template std::unique_ptr<const WallMachine<double>> make_host_walls(WallBox, int);

}  // namespace tobiuo::poisson
