import { TOTP } from 'otpauth';

/** Returns the time step (number of 30-second periods since 1970) at the given time. */
export function computeTimeStepAt(time: Date): number {
  return Math.floor(time.getTime() / 30_000);
}

/** Returns the code that an authenticator app with this secret displays in a time step. */
export function computeAppCode(secret: string, timeStep: number): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: timeStep * 30_000 });
}
