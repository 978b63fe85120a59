/**
 * A self-signed certificate for localhost and 127.0.0.1. The private key of the certificate is published with this
 * source code, so the certificate is for tests only.
 */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIURYjSfrRO1zf+klCSfERuZw6VHlkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIyMjMzN1oYDzIxMjYxMDI3
MjIyMzM3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASUcgXolW1eL3PlbEO20TOhKlaKHNdQzMUGUsMzS0HRdnGeHFxkbI3m
pWLLicqFPVnsRrKTA67gLnvQBbwc3Afco28wbTAdBgNVHQ4EFgQU5WI0bw+7zKGL
J9H4CVft5SGE0eowHwYDVR0jBBgwFoAU5WI0bw+7zKGLJ9H4CVft5SGE0eowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgQzYmXKs263066a3VWqKYv56SYjd58xollNT2r7GNTD0CIQC3
AlwztzUm09h6VSaPSukTAovrV/mYIui6Lf+lwUoUOw==
-----END CERTIFICATE-----
`;

export const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoluUpOhXBePXVd++
rtSqvUAsljt4EoS96Jv41JbfUBWhRANCAASUcgXolW1eL3PlbEO20TOhKlaKHNdQ
zMUGUsMzS0HRdnGeHFxkbI3mpWLLicqFPVnsRrKTA67gLnvQBbwc3Afc
-----END PRIVATE KEY-----
`;
