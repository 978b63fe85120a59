import { TOTP } from 'otpauth';

/** The time step of an authenticator app at the given time. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 30_000);
}

/** The code that an authenticator app with this secret displays in a time step. */
export function appCode(secret: string, step: number): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: step * 30_000 });
}
