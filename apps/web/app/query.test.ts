import { ApiError } from '@carhouse/contract/client';
import { expect, it } from 'vitest';
import { createQueryClient } from './query.ts';

const makeRefusal = (status: number) => new ApiError(status, 'ANY', 'Refused');

const readQueryOptions = (environmentName: 'browser' | 'server') => {
  const { retry, retryDelay, gcTime } = createQueryClient(environmentName).getDefaultOptions().queries ?? {};
  if (typeof retryDelay !== 'function') throw new Error('The delay depends on the attempt.');
  return { retry, gcTime, computeDelay: (attempt: number) => retryDelay(attempt, new Error('gone')) };
};

it('the browser retries a failed call three times, with delays that double up to 30 s', () => {
  const { retry, gcTime, computeDelay } = readQueryOptions('browser');
  if (typeof retry !== 'function') throw new Error('Whether to try again depends on the error.');
  expect([0, 1, 2, 3].map((failures) => retry(failures, new Error('gone')))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 4, 5, 20].map(computeDelay)).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
  expect(gcTime).toBe(300_000);
});

it('a refused call is not retried, and a failed call is', () => {
  const { retry } = readQueryOptions('browser');
  if (typeof retry !== 'function') throw new Error('Whether to try again depends on the error.');
  expect(retry(0, makeRefusal(404))).toBe(false);
  expect(retry(0, makeRefusal(503))).toBe(true);
});

it('server rendering makes only one try', () => {
  expect(readQueryOptions('server').retry).toBe(false);
});
