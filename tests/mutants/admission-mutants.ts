import type { Mutant } from './mutant.ts';

/** Mutants of the checks before a request is processed: limits, shares and priorities (decision 0033). */
export const admissionMutants: readonly Mutant[] = [
  {
    name: 'AD1',
    fault: 'one address may fill the hashing queue',
    edits: [
      {
        file: 'packages/auth/password-hashing.ts',
        find: 'perSubject: { atOnce: 1, waiting: 4 }',
        replace: 'perSubject: { atOnce: 2, waiting: 60 }',
      },
    ],
    tests: ['packages/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'AD2',
    fault: 'the limits of sign-in are asked only when the hash has its turn',
    edits: [
      {
        file: 'packages/auth/sign-in.ts',
        find: 'await assertAttemptsLeft(tools, email, foundCredential, caller);',
        replace: 'if (email === caller.bucket) await assertAttemptsLeft(tools, email, foundCredential, caller);',
      },
    ],
    tests: ['packages/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'AD3',
    fault: 'admins wait for the same connections as everybody',
    edits: [
      {
        file: 'packages/database/connection/reserved-connections.ts',
        find: 'reservedWorkContext.getStore() === true && isPoolExhausted() ? reservePool : pool',
        replace:
          'reservedWorkContext.getStore() !== true && reservedWorkContext.getStore() === true && isPoolExhausted() ? reservePool : pool',
      },
    ],
    tests: ['apps/server/http/limits/protective-lane.long.test.ts'],
  },
  {
    name: 'AD4',
    fault: 'what is turned away is decided by the text of the address',
    edits: [
      {
        file: 'apps/server/http/limits/overload.ts',
        find: '!isLaneRefused(chooseLane(request))) return;',
        replace: "!/^\\/api\\/(?!webhooks\\/)/.test(request.url) || !isLaneRefused('usual')) return;",
      },
    ],
    tests: ['apps/server/http/limits/overload.long.test.ts'],
  },
  {
    name: 'AD5',
    fault: 'strangers who use up the tries of an account keep out an owner with a new device',
    edits: [
      {
        file: 'packages/auth/sign-in.ts',
        find: '    return countUnknownClientAttempt(guard, email, emailAndAddress);',
        replace:
          "    if (emailAndAddress !== '') throw error;\n    return countUnknownClientAttempt(guard, email, emailAndAddress);",
      },
    ],
    tests: ['packages/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'AD6',
    fault: 'each new address has tries on an account without a common end',
    edits: [
      {
        file: 'packages/auth/sign-in.ts',
        find: "return [clientAttempt, await guard.take('sign-in newcomers', email)];",
        replace:
          "return email === '' ? [clientAttempt, await guard.take('sign-in newcomers', email)] : [clientAttempt];",
      },
    ],
    tests: ['packages/auth/sign-in-limits.test.ts'],
  },
  {
    name: 'AD7',
    fault: 'the sandbox card provider records data that any client sends',
    edits: [
      {
        file: 'apps/stripe-sandbox/http/api-routes.ts',
        find: '    sandbox.unusedMethods.keep(draftPaymentMethod);',
        replace:
          "    sandbox.unusedMethods.keep(draftPaymentMethod);\n    call.step.put('paymentMethods', draftPaymentMethod);",
      },
    ],
    tests: ['apps/stripe-sandbox/http/anonymous-calls.test.ts'],
  },
  {
    name: 'AD8',
    fault: 'the sandbox card provider keeps every answer for a key that everybody has',
    edits: [
      {
        file: 'apps/stripe-sandbox/http/api-call.ts',
        find: "(viewer === 'secret' || step.writes.length > 0)",
        replace: "(viewer === 'secret' || step.writes.length >= 0)",
      },
    ],
    tests: ['apps/stripe-sandbox/http/anonymous-calls.test.ts'],
  },
  {
    name: 'AD9',
    fault: 'costly calls of all addresses share one queue',
    edits: [
      {
        file: 'apps/server/http/limits/share-work.ts',
        find: 'await costlyQueue.waitForTurn(findRequestBucket(request), waitAbortController.signal)',
        replace: "await costlyQueue.waitForTurn('all', waitAbortController.signal)",
      },
    ],
    tests: ['apps/server/http/limits/share-work.test.ts'],
  },
  {
    name: 'AD10',
    fault: 'strangers use up the mails with a link for a new password',
    edits: [
      {
        file: 'apps/server/accounts/ask-link.ts',
        find: "(isKnownClient && (await guard.allows('mail known',",
        replace: "(isKnownClient && rateLimitBucket === '' && (await guard.allows('mail known',",
      },
    ],
    tests: ['apps/server/accounts/reset-password.test.ts'],
  },
  {
    name: 'AD11',
    fault: 'sellers use the connections that are reserved for admins',
    edits: [
      {
        file: 'apps/server/http/routing/mount.ts',
        find: 'await (isWithoutReservedConnections ? withoutReservedConnections(handleCall) : handleCall())',
        replace:
          "await (isWithoutReservedConnections && call.path === '/api/' ? withoutReservedConnections(handleCall) : handleCall())",
      },
    ],
    tests: ['apps/server/http/limits/protective-lane.long.test.ts'],
  },
  {
    name: 'AD12',
    fault: 'the sandbox card provider is reached without a limit',
    edits: [
      {
        file: 'apps/server/http/routing/sandbox-proxy.ts',
        find: 'onRequest: (request) => app.countCall(',
        replace: 'onRequest: (request) => app.countCall(request.id +',
      },
    ],
    tests: ['apps/server/http/routing/sandbox-proxy.test.ts'],
  },
  {
    name: 'AD13',
    fault: 'one address may have any number of pages rendered at once',
    edits: [
      {
        file: 'apps/server/http/limits/share-work.ts',
        find: 'pageQueue === undefined\n      ? () =>',
        replace: 'reply.raw !== undefined || pageQueue === undefined\n      ? () =>',
      },
    ],
    tests: ['apps/server/ssr/page-turns.test.ts'],
  },
  {
    name: 'AD14',
    fault: 'while calls are turned away, pages are shown without their cars',
    edits: [
      {
        file: 'apps/server/http/limits/overload.ts',
        find: 'if (isInnerCall(request.raw) || !isLaneRefused',
        replace: 'if (!isLaneRefused',
      },
    ],
    tests: ['apps/server/ssr/page-turns.test.ts'],
  },
  {
    name: 'AD15',
    fault: 'the limit on requests under way does not follow how long they take',
    edits: [
      {
        file: 'packages/domain/limits/adaptive-limit.ts',
        find: 'if (durationRatio > 1) {',
        replace: 'if (durationRatio > 1_000) {',
      },
    ],
    tests: ['packages/domain/limits/adaptive-limit.test.ts', 'apps/server/http/limits/admission.long.test.ts'],
  },
  {
    name: 'AD16',
    fault: 'searches and pages take all places of the requests under way',
    edits: [
      {
        file: 'apps/server/http/limits/admission.ts',
        find: 'costly: 0.85, page: 0.85, usual: 1',
        replace: 'costly: 1, page: 1, usual: 1',
      },
    ],
    tests: ['apps/server/http/limits/admission.long.test.ts'],
  },
  {
    name: 'AD17',
    fault: 'work fails while the database restarts',
    edits: [
      {
        file: 'packages/database/connection/await-restart.ts',
        find: 'return nowMs() - awaySinceMs < restartTimeoutMs;',
        replace: 'return nowMs() < awaySinceMs;',
      },
    ],
    tests: ['packages/database/connection/await-restart.test.ts'],
  },
  {
    name: 'AD18',
    fault: 'clients that read slowly take the places of requests under way',
    edits: [
      {
        file: 'apps/server/http/limits/admission.ts',
        find: 'if (reply.statusCode < 500) endCall?.();',
        replace: 'if (reply.statusCode < 100) endCall?.();',
      },
    ],
    tests: ['apps/server/http/limits/admission.long.test.ts'],
  },
];
