! SPDX-License-Identifier: BSD-3-Clause
! Solves laplacian(u) = 2 on [0, 1] with u(0) = 0 and u(1) = 1, whose solution is x^2, in Fortran.
module tobiuo
    use, intrinsic :: iso_c_binding
    implicit none

    ! What tobiuo.h declares, as far as this program needs it.
    integer(c_int), parameter :: tobiuo_ok = 0, tobiuo_cpu = 1
    integer(c_int32_t), parameter :: tobiuo_double = 1
    integer(c_int32_t), parameter :: tobiuo_periodic = 0, tobiuo_dirichlet = 1
    integer(c_int32_t), parameter :: tobiuo_node = 1, tobiuo_second_order = 0

    type, bind(c) :: tobiuo_options
        integer(c_int32_t) :: backend = 0, threads = 0
    end type

    type, bind(c) :: tobiuo_axis
        integer(c_int64_t) :: cells = 1
        real(c_double) :: lower = 0, upper = 1
        type(c_ptr) :: nodes = c_null_ptr
        integer(c_int64_t) :: node_count = 0
        integer(c_int32_t) :: lower_condition = tobiuo_periodic, upper_condition = tobiuo_periodic
    end type

    type, bind(c) :: tobiuo_poisson_problem
        type(tobiuo_axis) :: axes(3)
        real(c_double) :: lambda = 0
        integer(c_int32_t) :: location = 0, op = tobiuo_second_order, precision = tobiuo_double
        integer(c_int32_t) :: reserved = 0
        real(c_double) :: robin(2, 2, 3) = 0  ! [a and b, lower and upper, axis]
        type(c_ptr) :: rho = c_null_ptr
        integer(c_int64_t) :: rho_count = 0
        integer(c_int32_t) :: rho_axis = 0, padding = 0
    end type

    type, bind(c) :: tobiuo_wall
        real(c_double) :: constant = 0
        type(c_ptr) :: values = c_null_ptr
        integer(c_int64_t) :: count = 0
    end type

    interface
        function tobiuo_last_error() bind(c) result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function
        integer(c_int) function tobiuo_poisson_create(problem, options, solver) bind(c)
            import :: c_int, c_ptr, tobiuo_poisson_problem, tobiuo_options
            type(tobiuo_poisson_problem), intent(in) :: problem
            type(tobiuo_options), intent(in) :: options
            type(c_ptr), intent(out) :: solver
        end function
        integer(c_int) function tobiuo_poisson_position(solver, axis, index, position) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            type(c_ptr), value :: solver
            integer(c_int), value :: axis
            integer(c_int64_t), value :: index
            real(c_double), intent(out) :: position
        end function
        integer(c_int) function tobiuo_poisson_solve(solver, f, u, count, walls, stream) bind(c)
            import :: c_int, c_int64_t, c_ptr, tobiuo_wall
            type(c_ptr), value :: solver, f, u, stream
            integer(c_int64_t), value :: count
            type(tobiuo_wall), intent(in) :: walls(6)
        end function
        integer(c_int) function tobiuo_poisson_destroy(solver) bind(c)
            import :: c_int, c_ptr
            type(c_ptr), value :: solver
        end function
    end interface

contains

    subroutine check(status)
        integer(c_int), intent(in) :: status
        character(kind=c_char), pointer :: text(:)
        integer :: length

        if (status == tobiuo_ok) return
        call c_f_pointer(tobiuo_last_error(), text, [4096])
        length = 0
        do while (text(length + 1) /= c_null_char)
            length = length + 1
        end do
        print '(*(a))', text(:length)
        stop 1
    end subroutine
end module

program poisson
    use tobiuo
    implicit none

    integer(c_int64_t), parameter :: cells = 64, unknowns = cells - 1  ! nodes on walls are known
    type(tobiuo_poisson_problem) :: problem
    type(tobiuo_wall) :: walls(6)
    type(c_ptr) :: solver
    real(c_double), target :: u(unknowns)
    real(c_double) :: x, error
    integer(c_int64_t) :: i

    problem%axes(1)%cells = cells
    problem%axes(1)%lower_condition = tobiuo_dirichlet
    problem%axes(1)%upper_condition = tobiuo_dirichlet
    problem%location = tobiuo_node
    call check(tobiuo_poisson_create(problem, tobiuo_options(backend=tobiuo_cpu), solver))

    u = 2  ! f
    walls(2)%constant = 1
    call check(tobiuo_poisson_solve(solver, c_loc(u), c_loc(u), unknowns, walls, c_null_ptr))

    error = 0
    do i = 1, unknowns
        call check(tobiuo_poisson_position(solver, 0, i - 1, x))
        error = max(error, abs(u(i) - x**2))
    end do
    call check(tobiuo_poisson_destroy(solver))
    print '(a, es8.1)', 'largest error', error
    if (error > 1e-12) stop 1
end program
