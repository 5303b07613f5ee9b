! SPDX-License-Identifier: BSD-3-Clause
! Vortices that decay: u = sin x cos y exp(-2 viscosity t), v = -cos x sin y exp(-2 viscosity t), in
! Fortran. The array u(i, j) of Fortran is [j][i] in C: x is the first index.
module tobiuo
    use, intrinsic :: iso_c_binding
    implicit none

    ! What tobiuo.h declares, as far as this program needs it.
    integer(c_int), parameter :: tobiuo_ok = 0, tobiuo_cpu = 1
    integer(c_int32_t), parameter :: tobiuo_double = 1, tobiuo_face_periodic = 0

    type, bind(c) :: tobiuo_options
        integer(c_int32_t) :: backend = 0, threads = 0
    end type

    type, bind(c) :: tobiuo_axis
        integer(c_int64_t) :: cells = 1
        real(c_double) :: lower = 0, upper = 1
        type(c_ptr) :: nodes = c_null_ptr
        integer(c_int64_t) :: node_count = 0
        integer(c_int32_t) :: lower_condition = 0, upper_condition = 0
    end type

    type, bind(c) :: tobiuo_flow_face
        real(c_double) :: velocity(3) = 0
        type(c_ptr) :: profiles(3) = c_null_ptr
        integer(c_int64_t) :: profile_count = 0
        integer(c_int32_t) :: kind = tobiuo_face_periodic, reserved = 0
    end type

    type, bind(c) :: tobiuo_flow_problem
        type(tobiuo_axis) :: axes(3)
        type(tobiuo_flow_face) :: faces(6)
        real(c_double) :: viscosity = 0, force(3) = 0
        type(c_ptr) :: scalar = c_null_ptr
        integer(c_int32_t) :: precision = tobiuo_double, reserved = 0
    end type

    interface
        function tobiuo_last_error() bind(c) result(text)
            import :: c_ptr
            type(c_ptr) :: text
        end function
        integer(c_int) function tobiuo_flow_create(problem, options, solver) bind(c)
            import :: c_int, c_ptr, tobiuo_flow_problem, tobiuo_options
            type(tobiuo_flow_problem), intent(in) :: problem
            type(tobiuo_options), intent(in) :: options
            type(c_ptr), intent(out) :: solver
        end function
        integer(c_int) function tobiuo_flow_position(solver, component, axis, index, position) &
                bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            type(c_ptr), value :: solver
            integer(c_int), value :: component, axis
            integer(c_int64_t), value :: index
            real(c_double), intent(out) :: position
        end function
        integer(c_int) function tobiuo_flow_start(solver, u, v, w, count, stream) bind(c)
            import :: c_int, c_int64_t, c_ptr
            type(c_ptr), value :: solver, u, v, w, stream
            integer(c_int64_t), value :: count
        end function
        integer(c_int) function tobiuo_flow_step(solver, time_step, steps, stream) bind(c)
            import :: c_int, c_int64_t, c_double, c_ptr
            type(c_ptr), value :: solver, stream
            real(c_double), value :: time_step
            integer(c_int64_t), value :: steps
        end function
        integer(c_int) function tobiuo_flow_velocity(solver, u, v, w, count, stream) bind(c)
            import :: c_int, c_int64_t, c_ptr
            type(c_ptr), value :: solver, u, v, w, stream
            integer(c_int64_t), value :: count
        end function
        integer(c_int) function tobiuo_flow_destroy(solver) bind(c)
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

    ! Where a velocity component (0, 1) has its value `index`, counted from 1.
    real(c_double) function position(solver, component, axis, index)
        type(c_ptr), intent(in) :: solver
        integer(c_int), intent(in) :: component, axis
        integer(c_int64_t), intent(in) :: index

        call check(tobiuo_flow_position(solver, component, axis, index - 1, position))
    end function
end module

program flow
    use tobiuo
    implicit none

    integer(c_int64_t), parameter :: cells = 32, points = cells**2, steps = 20
    real(c_double), parameter :: length = 2 * acos(-1.0_c_double), viscosity = 0.05_c_double
    real(c_double), parameter :: until = 1
    type(tobiuo_flow_problem) :: problem
    type(c_ptr) :: solver
    real(c_double), target :: u(cells, cells), v(cells, cells), w(cells, cells)
    real(c_double) :: exact(cells, cells), error
    integer(c_int64_t) :: i, j

    problem%axes(:2)%cells = cells
    problem%axes(:2)%upper = length
    problem%viscosity = viscosity
    call check(tobiuo_flow_create(problem, tobiuo_options(backend=tobiuo_cpu), solver))

    do j = 1, cells
        do i = 1, cells
            u(i, j) = sin(position(solver, 0, 0, i)) * cos(position(solver, 0, 1, j))
            v(i, j) = -cos(position(solver, 1, 0, i)) * sin(position(solver, 1, 1, j))
        end do
    end do
    w = 0
    exact = u * exp(-2 * viscosity * until)
    call check(tobiuo_flow_start(solver, c_loc(u), c_loc(v), c_loc(w), points, c_null_ptr))
    call check(tobiuo_flow_step(solver, until / steps, steps, c_null_ptr))
    call check(tobiuo_flow_velocity(solver, c_loc(u), c_loc(v), c_loc(w), points, c_null_ptr))
    error = maxval(abs(u - exact))
    call check(tobiuo_flow_destroy(solver))
    print '(a, es8.1)', 'largest error', error
    if (error > 1e-3) stop 1
end program
