import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which a challenge is valid. */
const challengeLifetimeMs = 5 * 60_000;
const randomLength = 16;
const timeLength = 6;
const macLength = 32;

/** The purpose and subject of a challenge. A response is accepted for the same purpose and subject only. */
export type ChallengePurpose = {
  readonly kind: 'add passkey' | 'second step' | 'sign-in' | 'factor proof';
  /**
   * What the challenge belongs to: the session when a user adds a passkey or proves a factor, the unfinished sign-in at
   * a second step, and '' for a sign-in by passkey alone.
   */
  readonly subject: string;
};

/** An accepted challenge. The database stores the hash of a used challenge until the challenge expires. */
export type AcceptedChallenge = { readonly hash: string; readonly expiresAt: Date };

/**
 * Creates a challenge that contains its expiry and a signature of the server. Creating a challenge stores nothing, so
 * clients cannot fill a table by requesting challenges. When a challenge is used, its hash is stored until it expires,
 * so that it is accepted only once.
 */
export function generateChallenge(secret: string, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
  const randomAndTime = Buffer.alloc(randomLength + timeLength);
  randomBytes(randomLength).copy(randomAndTime);
  randomAndTime.writeUIntBE(now.getTime() + challengeLifetimeMs, randomLength, timeLength);
  return new Uint8Array(Buffer.concat([randomAndTime, computeSignature(secret, purpose, randomAndTime)]));
}

/**
 * Checks and reads a challenge that a client returned.
 * @param challenge base64url
 * @returns undefined when the server did not sign it, it has another purpose, or it has expired.
 */
export function readChallenge(
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): AcceptedChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== randomLength + timeLength + macLength) return undefined;
  const randomAndTime = bytes.subarray(0, randomLength + timeLength);
  const expiresAt = new Date(randomAndTime.readUIntBE(randomLength, timeLength));
  if (!timingSafeEqual(computeSignature(secret, purpose, randomAndTime), bytes.subarray(randomAndTime.length)))
    return undefined;
  return expiresAt > now ? { hash: randomAndTime.toString('base64url'), expiresAt } : undefined;
}

function computeSignature(secret: string, { kind, subject }: ChallengePurpose, randomAndTime: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey challenge\n${kind}\n${subject}\n`).update(randomAndTime).digest();
}
