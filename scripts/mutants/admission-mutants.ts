import type { Mutant } from './mutant.ts';

/** Faults of admission before work: limits, shares, lanes (decision 0033). */
export const admissionMutants: readonly Mutant[] = [
  {
    name: 'AD1',
    fault: 'one address may fill the hashing queue',
    edits: [
      {
        file: 'identity/password-hashing.ts',
        find: 'each: { atOnce: 1, waiting: 4 }',
        replace: 'each: { atOnce: 2, waiting: 60 }',
      },
    ],
    tests: ['identity/sign-in-limits.test.ts'],
  },
  {
    name: 'AD2',
    fault: 'the limits of sign-in are asked only when the hash has its turn',
    edits: [
      {
        file: 'identity/sign-in.ts',
        find: 'await checkTriesLeft(tools, email, found, caller);',
        replace: 'if (email === caller.bucket) await checkTriesLeft(tools, email, found, caller);',
      },
    ],
    tests: ['identity/sign-in-limits.test.ts'],
  },
  {
    name: 'AD3',
    fault: 'admins wait for the same connections as everybody',
    edits: [
      {
        file: 'database/reserved-connections.ts',
        find: 'marks.getStore() === true && isTaken() ? reserve : pool',
        replace: 'marks.getStore() !== true && marks.getStore() === true && isTaken() ? reserve : pool',
      },
    ],
    tests: ['server/http/protective-lane.test.ts'],
  },
  {
    name: 'AD4',
    fault: 'what is turned away is decided by the text of the address',
    edits: [
      {
        file: 'server/http/overload.ts',
        find: '!isTurnedAway(laneOf(request))) return;',
        replace: "!/^\\/api\\/(?!webhooks\\/)/.test(request.url) || !isTurnedAway('usual')) return;",
      },
    ],
    tests: ['server/http/overload.test.ts'],
  },
  {
    name: 'AD5',
    fault: 'strangers who use up the tries of an account keep out an owner with a new device',
    edits: [
      {
        file: 'identity/sign-in.ts',
        find: '    return takeAsNewcomer(guard, email, here);',
        replace: "    if (here !== '') throw error;\n    return takeAsNewcomer(guard, email, here);",
      },
    ],
    tests: ['identity/sign-in-limits.test.ts'],
  },
  {
    name: 'AD6',
    fault: 'each new address has tries on an account without a common end',
    edits: [
      {
        file: 'identity/sign-in.ts',
        find: "return [own, await guard.take('sign-in newcomers', email)];",
        replace: "return email === '' ? [own, await guard.take('sign-in newcomers', email)] : [own];",
      },
    ],
    tests: ['identity/sign-in-limits.test.ts'],
  },
  {
    name: 'AD7',
    fault: 'the sandbox card provider records what anybody sends',
    edits: [
      {
        file: 'sandbox-card-provider/http/api-routes.ts',
        find: '    world.drafts.keep(draft);',
        replace: "    world.drafts.keep(draft);\n    call.step.put('paymentMethods', draft);",
      },
    ],
    tests: ['sandbox-card-provider/http/anonymous-calls.test.ts'],
  },
  {
    name: 'AD8',
    fault: 'the sandbox card provider keeps every answer for a key that everybody has',
    edits: [
      {
        file: 'sandbox-card-provider/http/api-call.ts',
        find: "(viewer === 'secret' || step.puts.length > 0)",
        replace: "(viewer === 'secret' || step.puts.length >= 0)",
      },
    ],
    tests: ['sandbox-card-provider/http/anonymous-calls.test.ts'],
  },
  {
    name: 'AD9',
    fault: 'costly calls of all addresses share one queue',
    edits: [
      {
        file: 'server/http/share-work.ts',
        find: 'await turns.take(subjectOf(request), gone.signal)',
        replace: "await turns.take('all', gone.signal)",
      },
    ],
    tests: ['server/http/share-work.test.ts'],
  },
  {
    name: 'AD10',
    fault: 'strangers use up the mails with a link for a new password',
    edits: [
      {
        file: 'server/accounts/ask-link.ts',
        find: "(isKnown && (await guard.allows('mail known',",
        replace: "(isKnown && bucket === '' && (await guard.allows('mail known',",
      },
    ],
    tests: ['server/accounts/reset-password.test.ts'],
  },
  {
    name: 'AD11',
    fault: 'sellers use the connections that are reserved for admins',
    edits: [
      {
        file: 'server/http/mount.ts',
        find: 'await (isForAll ? withoutReservedConnections(work) : work())',
        replace: "await (isForAll && call.path === '/api/' ? withoutReservedConnections(work) : work())",
      },
    ],
    tests: ['server/http/protective-lane.test.ts'],
  },
  {
    name: 'AD12',
    fault: 'the sandbox card provider is reached without a limit',
    edits: [
      {
        file: 'server/http/sandbox-proxy.ts',
        find: 'onRequest: (request) => app.countCall(',
        replace: 'onRequest: (request) => app.countCall(request.id +',
      },
    ],
    tests: ['server/http/sandbox-proxy.test.ts'],
  },
  {
    name: 'AD13',
    fault: 'one address may have any number of pages rendered at once',
    edits: [
      {
        file: 'server/http/share-work.ts',
        find: 'pages === undefined ? () =>',
        replace: 'reply.raw !== undefined || pages === undefined ? () =>',
      },
    ],
    tests: ['server/pages/page-turns.test.ts'],
  },
  {
    name: 'AD14',
    fault: 'while calls are turned away, pages are shown without their cars',
    edits: [
      {
        file: 'server/http/overload.ts',
        find: 'if (isInnerCall(request.raw) || !isTurnedAway',
        replace: 'if (!isTurnedAway',
      },
    ],
    tests: ['server/pages/page-turns.test.ts'],
  },
];
