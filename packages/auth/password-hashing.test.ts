import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hashing.ts';

const firstClientAddress = '203.0.113.1';

describe('password hashing', () => {
  it('writes argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await createPasswordHasher().hash('CarHouse!2026', firstClientAddress);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('compares the exact password that was sent', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(' Ab😀B! ', firstClientAddress);
    expect(await hasher.verify({ hash, password: ' Ab😀B! ' }, firstClientAddress)).toBe(true);
    expect(await hasher.verify({ hash, password: 'Ab😀B!' }, firstClientAddress)).toBe(false);
    expect(await hasher.verify({ hash, password: ' AB😀B! ' }, firstClientAddress)).toBe(false);
  });

  it('distinguishes passwords of full length that differ only in their last character', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(`${'A'.repeat(127)}!`, firstClientAddress);
    expect(await hasher.verify({ hash, password: `${'A'.repeat(127)}@` }, firstClientAddress)).toBe(false);
  });
});

describe('the hashing queue', () => {
  it('limits the share of one address, and then serves another one', async () => {
    const hasher = createPasswordHasher({ atOnce: 1, waiting: 10, perSubject: { atOnce: 1, waiting: 2 } });
    const hash = await hasher.hash('Quiet!Harbour7', firstClientAddress);
    const finishedClients: string[] = [];
    const verifyFromClient = (clientAddress: string, password: string): Promise<string> =>
      hasher
        .verify({ hash, password }, clientAddress, async () => void finishedClients.push(clientAddress))
        .then(String, (error) => error.code);
    const floodingResultPromises = Array.from({ length: 24 }, () =>
      verifyFromClient(firstClientAddress, 'Wrong!Harbour7'),
    );
    const otherClientResultPromise = verifyFromClient('203.0.113.2', 'Quiet!Harbour7');
    expect(await Promise.all(floodingResultPromises.slice(3))).toEqual(Array(21).fill('RATE_LIMITED'));
    expect(await otherClientResultPromise).toBe('true');
    expect(await Promise.all(floodingResultPromises.slice(0, 3))).toEqual(Array(3).fill('false'));
    expect(finishedClients).toEqual([firstClientAddress, '203.0.113.2', firstClientAddress, firstClientAddress]);
  });
});
