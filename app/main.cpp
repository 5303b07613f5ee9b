// The tobiuo program.
#include "app/command/command_line.hpp"

int main(int argc, char** argv)
{
    return tobiuo::command_line(argc, argv);
}
