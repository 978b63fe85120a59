import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

/**
 * The only file that reads the credentials in the headers of a request, and the file that removes the credentials from
 * headers that it passes on.
 */
const readers = ['packages/auth/request-identity.ts', 'apps/server/http/routing/session.ts'];
/** Files that read `rawHeaders`. Each of these files reads a header that must not be repeated. */
const rawReaders = [
  ...readers,
  'apps/server/http/routing/request-identity.ts',
  'apps/server/http/routing/known-hosts.ts',
  'apps/server/http/routing/idempotency.ts',
];

const credential = /(?<!\bdocument)\.(?:cookie|authorization)\b(?!\()/i;
/**
 * Matches code that reads these headers. Code that writes a header and keys of an object do not match:
 * `headers.set('authorization', …)`.
 */
const headerRead = /(?:\.(?:get|has)\(|\[|^)\s*['"`](?:cookie|authorization)['"`](?!\s*:)/i;
const destructuredHeader = /\{[^{}]*\b(?:cookie|authorization)\b[^{}]*\}\s*=\s*[\w.]*headers\b/i;

/**
 * Checks that only one file reads cookies and the Authorization header. A second reader might parse unusual bytes
 * differently. A cache could then treat a request with a session as a request without one.
 */
export function checkHeaderReaders(path: string, text: string): Fault[] {
  if (!/^(?:apps\/server|packages\/auth)\//.test(path) || isTest(path)) return [];
  const faults: Fault[] = [];
  for (const [place, line] of text.split('\n').entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    if (!readers.includes(path) && [credential, headerRead, destructuredHeader].some((pattern) => pattern.test(line))) {
      const advice =
        'Ask identityOf(request) in apps/server/http/routing/request-identity.ts what the request presents.';
      faults.push({
        file: path,
        line: place + 1,
        wrong: 'Here is a second reader of cookies or authorization.',
        remedy: advice,
      });
    }
    if (!rawReaders.includes(path) && /\brawHeaders\b/.test(line)) {
      const advice = 'Use request.headers, or add a reader to packages/auth/request-identity.ts.';
      faults.push({
        file: path,
        line: place + 1,
        wrong: 'Only the readers of headers look at their bytes.',
        remedy: advice,
      });
    }
  }
  return faults;
}
