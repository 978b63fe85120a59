import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { callApi, listCarByApi, signUpByApi } from './api-users.ts';

/** Lists a car with a unique word in its texts, and waits until the search finds it. */
export async function listFindableCar(word: string, facts: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const seller = await signUpByApi('Seller');
  const id = await listCarByApi(seller, [], { title: `Quark ${word}`, ...facts });
  await expect
    .poll(async () => {
      const answer = await callApi('GET', `/api/v1/listings?q=${encodeURIComponent(`Quark ${word}`)}`);
      return ((await answer.json()) as { total: number }).total;
    })
    .toBe(1);
  return id;
}

/** Returns a random word. The word begins with a letter, so that the search treats it as one word. */
export const makeRandomWord = (): string => `z${randomBytes(4).toString('hex')}`;
