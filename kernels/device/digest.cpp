#include "kernels/device/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace tobiuo::device {

std::string sha256(std::string_view data)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned int size = 0;
    if (EVP_Digest(data.data(), data.size(), raw.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error{"could not compute a SHA-256 checksum"};
    }
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (unsigned int byte = 0; byte < size; ++byte) {
        text += digits[raw.at(byte) >> 4U];
        text += digits[raw.at(byte) & 15U];
    }
    return text;
}

}  // namespace tobiuo::device
