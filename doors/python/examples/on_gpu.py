# SPDX-License-Identifier: BSD-3-Clause
# Transforms, a convolution and a solve of CuPy's arrays, where they lie and on CuPy's stream.
import tobiuo
from tobiuo import fft, poisson

try:
    import cupy
except ImportError:
    print("nothing computed: CuPy is not installed")
    raise SystemExit from None
reason = tobiuo.unsupported_reason("cuda")
if reason:
    print(f"nothing computed: {reason}")
    raise SystemExit

SOURCE = """
Complex smoothed(Complex value, const Index& index, const void* data)
{
    const Real width = *static_cast<const Real*>(data);
    const Real k = index.x * width;
    return value * Complex{exp(-k * k), Real(0)};
}
"""

with cupy.cuda.Stream(non_blocking=True) as stream:
    signal = cupy.random.standard_normal((64, 4096))
    modes = fft.rfft(signal)
    back = fft.irfft(modes)
    plan = fft.PointwisePlan((4096,), SOURCE, "smoothed", "r2c", batch=64)
    padded = cupy.empty(plan.output_shape)
    smooth = plan.execute(signal, padded, data=cupy.array([0.01]))[:, :4096] / 4096

    solver = poisson.Solver((64, 64, 64), 1 / 64, "neumann", backend="cuda")
    f = cupy.random.standard_normal(solver.shape)
    u = solver.solve(f)
    stream.synchronize()

print(f"round trip: {float(abs(back - signal).max()):.1e}")
print(f"variance {float(signal.var()):.3f}, smoothed {float(smooth.var()):.3f}")
print(f"mean of u: {float(u.mean()):.1e}, removed from f: {solver.removed_mean():.1e}")
assert abs(back - signal).max() < 1e-12 and smooth.var() < 0.5 * signal.var()
