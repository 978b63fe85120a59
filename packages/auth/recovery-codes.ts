import { createHash, randomInt } from 'node:crypto';

const count = 10;
/** Crockford's base32 alphabet, which has no characters that look alike. Each character encodes five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/**
 * The groups of characters in a recovery code. The 24 characters of a recovery code encode 120 random bits. For secrets
 * of 112 bits or more a hash without a salt is sufficient (ASVS 6.5.2).
 */
const codeGroupFormat = { count: 4, length: 6 } as const;

export type RecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] };

/** Creates ten recovery codes, such as `3vkd0w-…`, and the hashes that the database stores. */
export function generateRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: count }, makeCode);
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/**
 * Returns the hash of a recovery code that a user typed. Case, spaces and hyphens are ignored. The letter o is read as
 * 0, the letters i and l as 1.
 */
export function hashRecoveryCode(code: string): string {
  const normalisedCode = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(normalisedCode).digest('base64url');
}

function makeCode(): string {
  const makeRandomGroup = () =>
    Array.from({ length: codeGroupFormat.length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: codeGroupFormat.count }, makeRandomGroup).join('-');
}
