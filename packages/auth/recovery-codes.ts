import { createHash, randomInt } from 'node:crypto';

const count = 10;
/** Crockford's alphabet, which has no characters that look alike. Each character has five bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 24 characters have 120 bits. A plain hash is enough from 112 bits on (ASVS 6.5.2). */
const groups = { count: 4, length: 6 } as const;

export type RecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] };

/** Creates ten codes, such as `3vkd0w-…`, with the hashes that are stored. */
export function newRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: count }, newCode);
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/**
 * The hash of a typed code. Case, spaces and hyphens are ignored. The letter o is read as 0, the letters i and l as 1.
 */
export function hashRecoveryCode(code: string): string {
  const normalisedCode = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(normalisedCode).digest('base64url');
}

function newCode(): string {
  const group = () => Array.from({ length: groups.length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups.count }, group).join('-');
}
