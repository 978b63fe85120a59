import { Secret, TOTP } from 'otpauth';

/** The usual kind, which every authenticator app knows: SHA-1, six digits, 30 seconds (RFC 6238). */
const periodSeconds = 30;
/** Steps that a clock may be off, to either side (RFC 6238, section 5.2). */
const window = 1;

export type AppSecret = {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://` address, for a QR code. */
  readonly uri: string;
};

/** A new secret of 160 bits. */
export function newAppSecret(email: string): AppSecret {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: codes(secret.base32, email).toString() };
}

/**
 * The time step of a code, or undefined when it matches none of the three steps that are valid at `now`. The caller lets each
 * step count once. @param code six digits; spaces are the person's.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = codes(secret).validate({ token, timestamp, window });
  return delta === null ? undefined : stepAt(now) + delta;
}

function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds);
}

function codes(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Car House', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}
