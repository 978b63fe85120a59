import { hashingLimits } from '../password-hashing.ts';
import { openPasswordThreads, type PasswordThreads } from '../password-threads.ts';

const threads = openPasswordThreads(hashingLimits.atOnce);
const hashes = new Map<string, Promise<string>>();
const comparisonPromises = new Map<string, Promise<boolean>>();

/**
 * Threads that remember results: each password is hashed only once, and compared only once with the same hash. Argon2id
 * takes 10 ms of CPU time by design, and almost all tests sign users up and in with the same password. The queue of
 * passwords that wait for these threads works as in the product. The tests of packages/auth use the real threads.
 */
export const rememberingThreads: PasswordThreads = {
  hash: (password) => getOrMake(hashes, password, () => threads.hash(password)),
  verify: (hash, password) =>
    getOrMake(comparisonPromises, `${hash} ${password}`, () => threads.verify(hash, password)),
};

function getOrMake<Value>(
  promisesByKey: Map<string, Promise<Value>>,
  key: string,
  makeValue: () => Promise<Value>,
): Promise<Value> {
  const valuePromise = promisesByKey.get(key) ?? makeValue();
  promisesByKey.set(key, valuePromise);
  return valuePromise;
}
