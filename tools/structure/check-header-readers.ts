import type { Fault } from './fault.ts';
import { isTest } from './source-file.ts';

/**
 * The only file that reads the credentials in the headers of a request, and the file that removes the credentials from
 * headers that it passes on.
 */
const allowedFiles = ['packages/auth/request-identity.ts', 'apps/server/http/routing/session.ts'];
/** Files that read `rawHeaders`. Each file of this list reads a header that must not be repeated. */
const rawHeaderReaders = [
  ...allowedFiles,
  'apps/server/http/routing/request-identity.ts',
  'apps/server/http/routing/known-hosts.ts',
  'apps/server/http/routing/idempotency.ts',
];

const credentialPattern = /(?<!\bdocument)\.(?:cookie|authorization)\b(?!\()/i;
/**
 * Matches code that reads the headers `cookie` and `authorization`. Code that writes a header and keys of an object do
 * not match: `headers.set('authorization', …)`.
 */
const headerReadPattern = /(?:\.(?:get|has)\(|\[|^)\s*['"`](?:cookie|authorization)['"`](?!\s*:)/i;
const destructuredHeaderPattern = /\{[^{}]*\b(?:cookie|authorization)\b[^{}]*\}\s*=\s*[\w.]*headers\b/i;

/**
 * Checks that only one file reads cookies and the Authorization header. A second reader might parse unusual bytes
 * differently. If two files parsed cookies differently, a cache could treat a request with a session as a request
 * without a session.
 */
export function checkHeaderReaders(path: string, text: string): Fault[] {
  if (!/^(?:apps\/server|packages\/auth)\//.test(path) || isTest(path)) return [];
  const faults: Fault[] = [];
  for (const [lineIndex, line] of text.split('\n').entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    if (
      !allowedFiles.includes(path) &&
      [credentialPattern, headerReadPattern, destructuredHeaderPattern].some((pattern) => pattern.test(line))
    ) {
      const remedyText =
        'Ask readIdentity(request) in apps/server/http/routing/request-identity.ts what the request presents.';
      faults.push({
        file: path,
        line: lineIndex + 1,
        problem: 'Here is a second reader of cookies or authorization.',
        remedy: remedyText,
      });
    }
    if (!rawHeaderReaders.includes(path) && /\brawHeaders\b/.test(line)) {
      const remedyText = 'Use request.headers, or add a reader to packages/auth/request-identity.ts.';
      faults.push({
        file: path,
        line: lineIndex + 1,
        problem: 'Only the readers of headers look at their bytes.',
        remedy: remedyText,
      });
    }
  }
  return faults;
}
