import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { AccountId } from '@carhouse/domain/account/account';

const ivLength = 12;
const tagLength = 16;

/**
 * Encrypts a text that the database stores and that the server must be able to decrypt, with AES-256-GCM and a key
 * derived from the session secret (HKDF-SHA-256). The account id is authenticated together with the text, so a value
 * that is copied to another account cannot be decrypted. When the session secret changes, no earlier value can be
 * decrypted.
 */
export function sealSecret(secret: string, accountId: AccountId, text: string): Uint8Array {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', deriveSealingKey(secret), iv).setAAD(Buffer.from(accountId));
  const encryptedText = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encryptedText]);
}

/**
 * Decrypts a result of `sealSecret`.
 * @returns undefined when the value was encrypted with another session secret or for another account, or was changed.
 */
export function openSecret(secret: string, accountId: AccountId, sealedSecret: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealedSecret);
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveSealingKey(secret), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveSealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'carhouse second factor 1', 32));
}
