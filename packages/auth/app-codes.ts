import { Secret, TOTP } from 'otpauth';

/** The defaults that every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const periodSeconds = 30;
/** Number of time steps by which the clock of the app may differ in either direction (RFC 6238, section 5.2). */
const window = 1;

export type AppSecret = {
  /** The secret in base32, for manual entry. */
  readonly secret: string;
  /** The secret as `otpauth://` URL, for a QR code. */
  readonly uri: string;
};

/** Creates a secret of 160 bits. */
export function newAppSecret(email: string): AppSecret {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: codes(secret.base32, email).toString() };
}

/**
 * The time step of a code, or undefined when the code matches none of the three steps that are valid at `now`. The
 * caller accepts each step once.
 * @param code six digits; spaces are ignored.
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
