import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The time in milliseconds for which a challenge is valid. */
const lifetime = 5 * 60_000;
const randomLength = 16;
const timeLength = 6;
const macLength = 32;

/** The purpose and subject of a challenge. A response is accepted for the same purpose and subject only. */
export type ChallengePurpose = {
  readonly kind: 'add passkey' | 'second step' | 'sign-in' | 'factor proof';
  /**
   * The session when a passkey is added or a factor is proved, or else the unfinished sign-in. The subject is '' for a
   * sign-in by passkey alone.
   */
  readonly subject: string;
};

/** An accepted challenge. The challenge's hash is stored until the challenge expires. */
export type AnsweredChallenge = { readonly hash: string; readonly expiresAt: Date };

/**
 * Creates a challenge with its expiry and a signature of the server. Creating one writes nothing, so requests cannot
 * fill a table. The hash of a used challenge is stored until the challenge expires, so that it is accepted only once.
 */
export function newChallenge(secret: string, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
  const randomAndTime = Buffer.alloc(randomLength + timeLength);
  randomBytes(randomLength).copy(randomAndTime);
  randomAndTime.writeUIntBE(now.getTime() + lifetime, randomLength, timeLength);
  return new Uint8Array(Buffer.concat([randomAndTime, signature(secret, purpose, randomAndTime)]));
}

/**
 * Reads a challenge.
 * @param challenge base64url
 * @returns undefined when the server did not sign it, it has another purpose, or it has expired.
 */
export function readChallenge(
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): AnsweredChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== randomLength + timeLength + macLength) return undefined;
  const randomAndTime = bytes.subarray(0, randomLength + timeLength);
  const expiresAt = new Date(randomAndTime.readUIntBE(randomLength, timeLength));
  if (!timingSafeEqual(signature(secret, purpose, randomAndTime), bytes.subarray(randomAndTime.length)))
    return undefined;
  return expiresAt > now ? { hash: randomAndTime.toString('base64url'), expiresAt } : undefined;
}

function signature(secret: string, { kind, subject }: ChallengePurpose, randomAndTime: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey challenge\n${kind}\n${subject}\n`).update(randomAndTime).digest();
}
