import { Secret, TOTP } from 'otpauth';

/**
 * Seconds for which a code is valid. The codes use the defaults that every authenticator app supports: SHA-1, six
 * digits, 30 seconds (RFC 6238).
 */
const periodSeconds = 30;
/** Number of time steps by which the clock of the authenticator app may be early or late (RFC 6238, section 5.2). */
const acceptedPeriodOffset = 1;

export type AppSecret = {
  /** The secret in base32, for users who type it into their app. */
  readonly secret: string;
  /** The secret as `otpauth://` URL, for a QR code. */
  readonly uri: string;
};

/** Creates a secret of 160 bits for an authenticator app. */
export function generateAppSecret(email: string): AppSecret {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: makeTotp(secret.base32, email).toString() };
}

/**
 * Returns the time step (number of 30-second periods since 1970) whose code this is. Returns undefined when the code
 * matches none of the three time steps that are valid at `now`. The caller must accept each time step only once.
 * @param code six digits; spaces are ignored.
 */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const periodOffset = makeTotp(secret).validate({ token, timestamp, window: acceptedPeriodOffset });
  return periodOffset === null ? undefined : computeTimeStep(now) + periodOffset;
}

function computeTimeStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / periodSeconds);
}

function makeTotp(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Car House', label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}
