import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

/** The reader of credentials, and the file that leaves them out of what it hands on. */
const readers = ['packages/auth/request-identity.ts', 'apps/server/http/routing/session.ts'];
/** Those that look at the headers as they came: each for a header that must not come twice. */
const rawReaders = [
  ...readers,
  'apps/server/http/routing/request-identity.ts',
  'apps/server/http/routing/known-hosts.ts',
  'apps/server/http/routing/idempotency.ts',
];

const credential = /(?<!\bdocument)\.(?:cookie|authorization)\b(?!\()/i;
/** Writing a header of our own is no reading: `headers.set('authorization', …)`, and keys of an object. */
const named = /(?:\.(?:get|has)\(|\[|^)\s*['"`](?:cookie|authorization)['"`](?!\s*:)/i;
const taken = /\{[^{}]*\b(?:cookie|authorization)\b[^{}]*\}\s*=\s*[\w.]*headers\b/i;

/**
 * Cookies and the Authorization header have one reader: a second one reads odd bytes in another way, and then a cache takes
 * a session for a visitor.
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
