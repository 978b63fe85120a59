import type { Mutant } from './mutant.ts';

/**
 * Mutants of the identity of a request: which responses a cache may store, who sent the request, and the host of the
 * request.
 */
export const identityMutants: readonly Mutant[] = [
  {
    name: 'ID1a',
    fault: 'the reader of cookies trims every blank of Unicode, so that the byte A0 hides a session from the caches',
    edits: [
      {
        file: 'packages/auth/request-identity.ts',
        find: 'return text.slice(start, end);',
        replace: 'return text.trim();',
      },
    ],
    tests: ['packages/auth/request-identity.test.ts'],
  },
  {
    name: 'ID1b',
    fault: 'a request that another reader may take for one of a session is taken for a visitor',
    edits: [
      {
        file: 'packages/auth/request-identity.ts',
        find: 'const mayContainSession = !printableTextPattern.test(header) || /session_token/i.test(header);',
        replace: 'const mayContainSession = false;',
      },
    ],
    tests: ['packages/auth/request-identity.test.ts'],
  },
  {
    name: 'ID1c',
    fault: 'a request of a session is answered with what is kept for visitors',
    edits: [
      {
        file: 'apps/server/http/cache/early-answers.ts',
        find: '    isVisitor(request)\n',
        replace: '    (isVisitor(request) || true)\n',
      },
    ],
    tests: ['apps/server/http/routing/request-identity.test.ts', 'apps/server/http/cache/answer-cache.test.ts'],
  },
  {
    name: 'ID1d',
    fault: 'the answer to a session is made by the handler for all and kept',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: 'if (sharedHandlers !== undefined && isVisitor(request.raw)) {',
        replace: 'if (sharedHandlers !== undefined) {',
      },
    ],
    tests: ['apps/server/http/routing/request-identity.test.ts', 'apps/server/http/cache/answer-cache.test.ts'],
  },
  {
    name: 'ID2a',
    fault: 'a page with calls that met 429 is kept for everybody',
    edits: [
      {
        file: 'apps/server/ssr/public-page.ts',
        find: "    if (callResults.retryAfterSeconds !== undefined) return { kind: 'refused', answer: ownAnswer };\n",
        replace: '',
      },
      {
        file: 'apps/server/ssr/public-page.ts',
        find: 'if (!callResults.hasRefusedCall) return',
        replace: 'if (!callResults.hasServerError) return',
      },
    ],
    tests: ['apps/server/ssr/page-for-all.test.ts', 'apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'ID2b',
    fault: 'the page of a limited visitor is 500 or 200',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: "reply.code(429).header('retry-after', String(callResults.retryAfterSeconds));",
        replace: '',
      },
    ],
    tests: ['apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'ID2c',
    fault: 'the calls of a page are made without the identity of who asks',
    edits: [
      {
        file: 'apps/server/http/routing/request-identity.ts',
        find: 'const injectedIdentity = request instanceof IncomingMessage ? undefined : identityStorage.getStore();',
        replace: 'const injectedIdentity = undefined;',
      },
    ],
    tests: ['apps/server/ssr/register-pages.test.ts'],
  },
  {
    name: 'ID3a',
    fault: 'any Host is answered: a page of another site reaches a demo by DNS rebinding',
    edits: [
      {
        file: 'apps/server/http/routing/known-hosts.ts',
        find: "return isKnownHost(normaliseHost(host), request) ? undefined : 'HOST_NOT_KNOWN';",
        replace: 'return undefined;',
      },
    ],
    tests: ['apps/server/http/routing/known-hosts.test.ts'],
  },
  {
    name: 'ID3b',
    fault: 'two Host headers are answered',
    edits: [
      {
        file: 'apps/server/http/routing/known-hosts.ts',
        find: "    if (hostHeaders.length > 1) return 'BAD_REQUEST';\n",
        replace: '',
      },
    ],
    tests: ['apps/server/http/routing/known-hosts.test.ts'],
  },
  {
    name: 'ID3c',
    fault: 'what is kept for visitors is given under any Host',
    edits: [
      {
        file: 'apps/server/http/cache/early-answers.ts',
        find: 'const isValidTarget = checkRequest(request) === undefined;',
        replace: 'const isValidTarget = true;',
      },
    ],
    tests: ['apps/server/http/routing/known-hosts.test.ts'],
  },
  {
    name: 'ID3d',
    fault: '/metrics is public behind a proxy that rewrites Host and forwards no address',
    edits: [
      {
        file: 'apps/server/http/routing/metrics-routes.ts',
        find: 'if (!isReachableLocallyOnly(config) || isForwarded',
        replace: 'if (isForwarded',
      },
    ],
    tests: ['apps/server/http/routing/known-hosts.test.ts'],
  },
  {
    name: 'ID3e',
    fault: 'an address with a needless escape is another one to limits and caches',
    edits: [
      {
        file: 'apps/server/http/routing/request-target.ts',
        find: 'return unreservedCharacterPattern.test(letter) ? letter : escapedText;',
        replace: 'return escapedText;',
      },
    ],
    tests: ['apps/server/http/routing/known-hosts.test.ts'],
  },
  {
    name: 'ID4a',
    fault: 'a name with a card number signs up',
    edits: [{ file: 'apps/server/http/routing/identity-routes.ts', find: '  refuseCardNumbers(body);\n', replace: '' }],
    tests: ['apps/server/http/bodies/text-entries.long.test.ts'],
  },
  {
    name: 'ID4e',
    fault: 'a card number with dots between its groups is kept',
    edits: [
      {
        file: 'packages/domain/payment/card-number.ts',
        find: 'return hasCardWithSameSeparator(numbers) || hasCardWithMixedSeparators(numbers);',
        replace: 'return false;',
      },
    ],
    tests: ['apps/server/http/bodies/text-entries.long.test.ts'],
  },
  {
    name: 'ID4b',
    fault: 'a body with a NUL goes as far as the database',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: "      refuseUnstorableTexts(request.body, 'INVALID');\n",
        replace: '',
      },
    ],
    tests: ['apps/server/http/bodies/text-entries.long.test.ts'],
  },
  {
    name: 'ID4c',
    fault: 'a signed event with a NUL in its id is a fault of ours',
    edits: [
      {
        file: 'packages/payments/read-stripe.ts',
        find: "return typeof value === 'string' && /^[\\w.-]{1,255}$/.test(value);",
        replace: "return typeof value === 'string';",
      },
      {
        file: 'apps/server/http/errors/problems.ts',
        find: "if (state === '22021' || state === '22P05')",
        replace: 'if (false)',
      },
    ],
    tests: ['apps/server/http/bodies/text-entries.long.test.ts'],
  },
  {
    name: 'ID4d',
    fault: 'the name that a person typed at an OpenID provider is kept with a card number in it',
    edits: [
      {
        file: 'packages/auth/openid-person.ts',
        find: "const name = containsCardNumber(cleanedName) ? '' : cleanedName;",
        replace: 'const name = cleanedName;',
      },
    ],
    tests: ['apps/server/http/routing/openid-sign-in.test.ts'],
  },
  {
    name: 'ID5',
    fault: 'a page that was rendered for a session is kept for visitors',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: 'if (cache === undefined || !isVisitor(request.raw))',
        replace: 'if (cache === undefined)',
      },
      {
        file: 'apps/server/ssr/public-page.ts',
        find: 'createInProcessFetch(app, visitor, pageRequest.address)',
        replace:
          'createInProcessFetch(app, (pageRequest as unknown as { identity: typeof visitor }).identity ?? visitor, pageRequest.address)',
      },
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: '    siteUrl,\n    address,\n  });',
        replace: '    siteUrl,\n    address,\n    identity: readIdentity(request.raw),\n  } as never);',
      },
    ],
    tests: ['apps/server/http/routing/differential.long.test.ts', 'apps/server/ssr/register-pages.test.ts'],
  },
];
