import { hkdfSync } from 'node:crypto';

export type SandboxKeys = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
};

/**
 * Derives the keys of the server and the sandbox card provider from their shared secret. The derivation is one-way: every
 * browser gets the publishable key, and must not be able to derive the other keys from it.
 */
export function deriveSandboxKeys(secret: string): SandboxKeys {
  const deriveKey = (name: string, bytes: number): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `carhouse sandbox card provider: ${name}`, bytes)).toString('hex');
  return {
    secretKey: `sk_test_${deriveKey('secret key', 24)}`,
    publishableKey: `pk_test_${deriveKey('publishable key', 12)}`,
    webhookSecret: `whsec_${deriveKey('webhook secret', 24)}`,
  };
}
