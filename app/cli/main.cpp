// The tobiuo program.
#include "app/cli/command_line.hpp"
#include "app/machine/large_stack.hpp"
#include "app/machine/wait_policy.hpp"

int main(int argc, char** argv)
{
    tobiuo::wait_passively(argv);
    return tobiuo::on_a_large_stack([&] { return tobiuo::command_line(argc, argv); });
}
