import type { Mutant } from './mutant.ts';

/** One identity a request: what a cache may keep, who a request is from, and under which host it is asked. */
export const identityMutants: readonly Mutant[] = [
  {
    name: 'ID1a',
    fault: 'the reader of cookies trims every blank of Unicode, so that the byte A0 hides a session from the caches',
    edits: [
      {
        file: 'identity/request-identity.ts',
        find: 'return text.slice(start, end);',
        replace: 'return text.trim();',
      },
    ],
    tests: ['identity/request-identity.test.ts'],
  },
  {
    name: 'ID1b',
    fault: 'a request that another reader may take for one of a session is taken for a visitor',
    edits: [
      {
        file: 'identity/request-identity.ts',
        find: 'const isOdd = !printable.test(header) || /session_token/i.test(header);',
        replace: 'const isOdd = false;',
      },
    ],
    tests: ['identity/request-identity.test.ts'],
  },
  {
    name: 'ID1c',
    fault: 'a request of a session is answered with what is kept for visitors',
    edits: [
      {
        file: 'server/http/early-answers.ts',
        find: '    isVisitor(request)\n',
        replace: '    (isVisitor(request) || true)\n',
      },
    ],
    tests: ['server/http/request-identity.test.ts', 'server/http/visitor-answers.test.ts'],
  },
  {
    name: 'ID1d',
    fault: 'the answer to a session is made by the handler for all and kept',
    edits: [
      {
        file: 'server/http/mount.ts',
        find: 'if (shared !== undefined && isVisitor(request.raw)) {',
        replace: 'if (shared !== undefined) {',
      },
    ],
    tests: ['server/http/request-identity.test.ts', 'server/http/visitor-answers.test.ts'],
  },
  {
    name: 'ID2a',
    fault: 'a page with calls that met 429 is kept for everybody',
    edits: [
      {
        file: 'server/pages/public-page.ts',
        find: "    if (seen.limitedFor !== undefined) return { kind: 'refused', own };\n",
        replace: '',
      },
      { file: 'server/pages/public-page.ts', find: 'if (!seen.refused) return', replace: 'if (!seen.failed) return' },
    ],
    tests: ['server/pages/html-cache.test.ts', 'server/pages/register-pages.test.ts'],
  },
  {
    name: 'ID2b',
    fault: 'the page of a limited visitor is 500 or 200',
    edits: [
      {
        file: 'server/pages/register-pages.ts',
        find: "reply.code(429).header('retry-after', String(seen.limitedFor));",
        replace: '',
      },
    ],
    tests: ['server/pages/register-pages.test.ts'],
  },
  {
    name: 'ID2c',
    fault: 'the calls of a page are made without the identity of who asks',
    edits: [
      {
        file: 'server/http/request-identity.ts',
        find: 'const inner = request instanceof IncomingMessage ? undefined : carried.getStore();',
        replace: 'const inner = undefined;',
      },
    ],
    tests: ['server/pages/register-pages.test.ts'],
  },
];
