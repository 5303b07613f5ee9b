# SPDX-License-Identifier: BSD-3-Clause
# A package of Spack: put this folder into a repository as packages/tobiuo, then, in a checkout,
# spack dev-build tobiuo@0.3.0 +cuda
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.python import PythonExtension

from spack.package import *


class Tobiuo(CMakePackage, PythonExtension):
    """Fourier transforms, Poisson and flow solvers on GPUs and CPUs."""

    license("BSD-3-Clause")

    version("0.3.0")  # without an archive: spack dev-build takes the checkout that it is called in

    variant("cuda", default=False, description="GPUs of NVIDIA")
    variant("opencl", default=True, description="OpenCL, whose loader is opened at run time")
    variant("mpi", default=True, description="Several ranks")
    variant("python", default=True, description="The Python package")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    # its folder of fonts has DejaVu Sans
    depends_on("py-matplotlib", type="build")

    depends_on("cli11")
    depends_on("expat")
    depends_on("fftw@3.3:+openmp precision=float,double,long_double")
    depends_on("fmt")
    depends_on("freetype")
    depends_on("libpng")
    depends_on("nlohmann-json")
    depends_on("openssl@3:")
    depends_on("spdlog+fmt_external")
    depends_on("vtk@9.1:~mpi")
    depends_on("yaml-cpp")
    depends_on("cuda@12.8:", when="+cuda")
    depends_on("opencl-c-headers", when="+opencl")
    depends_on("openmpi", when="+mpi")

    extends("python@3.9:", when="+python")
    depends_on("py-numpy@1.23:", type=("build", "run"), when="+python")

    generator("ninja")

    def cmake_args(self):
        matplotlib = self.spec["py-matplotlib"].prefix
        (font,) = find(matplotlib, "DejaVuSans.ttf", recursive=True)
        return [
            self.define_from_variant("TOBIUO_CUDA", "cuda"),
            self.define_from_variant("TOBIUO_OPENCL", "opencl"),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", self.spec.satisfies("~mpi")),
            self.define("TOBIUO_TESTS", self.run_tests),
            self.define("TOBIUO_STUDIES", False),
            self.define("TOBIUO_FONT", font),
        ]

    @run_after("install", when="+python")
    def install_python_package(self):
        package = join_path(self.stage.source_path, "doors", "python", "tobiuo")
        install_tree(package, join_path(python_purelib, "tobiuo"))

    def setup_run_environment(self, env):
        env.set("TOBIUO_LIBRARY", self.prefix.lib)
