import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

/** The only reader of the credentials, and the file that removes them from the headers that it passes on. */
const readers = ['packages/auth/request-identity.ts', 'apps/server/http/routing/session.ts'];
/** Files that read `rawHeaders`, each for a header that must not be repeated. */
const rawReaders = [
  ...readers,
  'apps/server/http/routing/request-identity.ts',
  'apps/server/http/routing/known-hosts.ts',
  'apps/server/http/routing/idempotency.ts',
];

const credential = /(?<!\bdocument)\.(?:cookie|authorization)\b(?!\()/i;
/** Matches reading of these headers. Writing a header and keys of an object do not match: `headers.set('authorization', …)`. */
const named = /(?:\.(?:get|has)\(|\[|^)\s*['"`](?:cookie|authorization)['"`](?!\s*:)/i;
const taken = /\{[^{}]*\b(?:cookie|authorization)\b[^{}]*\}\s*=\s*[\w.]*headers\b/i;

/**
 * Cookies and the Authorization header have one reader. A second one might parse unusual bytes differently, and a cache
 * would then take a request with a session for a visitor's.
 */
export function checkHeaderReaders(path: string, text: string): Fault[] {
  if (!/^(?:apps\/server|packages\/auth)\//.test(path) || isTest(path)) return [];
  const faults: Fault[] = [];
  for (const [place, line] of text.split('\n').entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    if (!readers.includes(path) && [credential, named, taken].some((pattern) => pattern.test(line))) {
      const mend = 'Ask identityOf(request) in apps/server/http/routing/request-identity.ts what the request presents.';
      faults.push({ file: path, line: place + 1, wrong: 'Here is a second reader of cookies or authorization.', mend });
    }
    if (!rawReaders.includes(path) && /\brawHeaders\b/.test(line)) {
      const mend = 'Use request.headers, or add a reader to packages/auth/request-identity.ts.';
      faults.push({ file: path, line: place + 1, wrong: 'Only the readers of headers look at their bytes.', mend });
    }
  }
  return faults;
}
