import { DomainError } from '@carhouse/core/errors/domain-error';
import { describe, expect, it } from 'vitest';
import { boundedQueue, createPasswordHasher } from './password-hashing.ts';

describe('password hashing', () => {
  it('writes argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await createPasswordHasher().hash('CarHouse!2026');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies exactly what was sent', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(' Ab😀B! ');
    expect(await hasher.verify({ hash, password: ' Ab😀B! ' })).toBe(true);
    expect(await hasher.verify({ hash, password: 'Ab😀B!' })).toBe(false);
    expect(await hasher.verify({ hash, password: ' AB😀B! ' })).toBe(false);
  });

  it('tells passwords apart that differ in their last character only, at full length', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash(`${'A'.repeat(127)}!`);
    expect(await hasher.verify({ hash, password: `${'A'.repeat(127)}@` })).toBe(false);
  });
});

describe('the hashing queue', () => {
  it('runs two works at once and the others in their order of arrival', async () => {
    const queue = boundedQueue({ atOnce: 2, waiting: 20 });
    const started: number[] = [];
    const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
    const done = works.map((work, index) =>
      queue(() => {
        started.push(index);
        return work.promise;
      }),
    );
    expect(started).toEqual([]);
    await settled();
    expect(started).toEqual([0, 1]);
    works[1]?.resolve(1);
    expect(await done[1]).toBe(1);
    await settled();
    expect(started).toEqual([0, 1, 2]);
    for (const [index, work] of works.entries()) work.resolve(index);
    expect(await Promise.all(done)).toEqual([0, 1, 2, 3, 4]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses the work that finds two running and twenty waiting, and says when to come back', async () => {
    const queue = boundedQueue({ atOnce: 2, waiting: 20 });
    const gate = Promise.withResolvers<void>();
    const accepted = Array.from({ length: 22 }, () => queue(() => gate.promise));
    const refused = await queue(() => gate.promise).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    gate.resolve();
    await Promise.all(accepted);
  });

  it('gives the place of a failed work to the next', async () => {
    const queue = boundedQueue({ atOnce: 1, waiting: 1 });
    const failing = queue(() => Promise.reject(new Error('no memory')));
    const next = queue(async () => 'done');
    await expect(failing).rejects.toThrow('no memory');
    expect(await next).toBe('done');
    expect(await queue(async () => 'again')).toBe('again');
  });
});

/** Lets every promise that can go on go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
