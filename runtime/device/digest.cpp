// SPDX-License-Identifier: BSD-3-Clause
// SHA-256 by OpenSSL.
#include "runtime/device/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace tobiuo::device {
namespace {

EVP_MD_CTX* digest(void* context)
{
    return static_cast<EVP_MD_CTX*>(context);
}

void check(int status)
{
    if (status != 1) {
        throw std::runtime_error{"could not compute a SHA-256 checksum"};
    }
}

}  // namespace

void Sha256::Free::operator()(void* context) const noexcept
{
    EVP_MD_CTX_free(digest(context));
}

Sha256::Sha256() : context_{EVP_MD_CTX_new()}
{
    check(context_ ? EVP_DigestInit_ex(digest(context_.get()), EVP_sha256(), nullptr) : 0);
}

void Sha256::update(std::string_view data)
{
    check(EVP_DigestUpdate(digest(context_.get()), data.data(), data.size()));
}

std::string Sha256::finish()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw{};
    unsigned int size = 0;
    check(EVP_DigestFinal_ex(digest(context_.get()), raw.data(), &size));
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (unsigned int byte = 0; byte < size; ++byte) {
        text += digits[raw.at(byte) >> 4U];
        text += digits[raw.at(byte) & 15U];
    }
    return text;
}

std::string sha256(std::string_view data)
{
    Sha256 sum;
    sum.update(data);
    return sum.finish();
}

}  // namespace tobiuo::device
