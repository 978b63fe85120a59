import { createHash, randomInt } from 'node:crypto';

const count = 10;
/** Crockford's alphabet, without characters that look alike. Five bits a character. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 24 characters are 120 bits: from 112 bits on a plain hash is enough (ASVS 6.5.2). */
const groups = { count: 4, length: 6 } as const;

export type RecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] };

/** Ten new codes, such as `3vkd0w-…`, with the hashes that are stored. */
export function newRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: count }, newCode);
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** The hash of a typed code: case, spaces and hyphens are ignored, o is read as 0, i and l as 1. */
export function hashRecoveryCode(code: string): string {
  const read = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(read).digest('base64url');
}

function newCode(): string {
  const group = () => Array.from({ length: groups.length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups.count }, group).join('-');
}
