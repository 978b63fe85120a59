import type { Mutant } from './mutant.ts';

/** Mutants of the rights of lifecycle steps, and of the price that the buyer saw before booking. */
export const lifecycleMutants: readonly Mutant[] = [
  {
    name: 'L1a',
    fault: 'any party may take any step of a lifecycle',
    edits: [
      {
        file: 'packages/domain/lifecycle/lifecycle.ts',
        find: "  if (!transition.by.includes(party)) throw new DomainError('ROLE_REQUIRED');\n",
        replace: '',
      },
    ],
    tests: ['packages/domain/lifecycle/parties.test.ts', 'apps/server/listings/remove-from-sale.test.ts'],
  },
  {
    name: 'L1b',
    fault: 'an admin takes a car off sale as its seller does',
    edits: [
      {
        file: 'apps/server/listings/remove-from-sale.ts',
        find: 'advanceListing(car.status, removal.event, party)',
        replace: "advanceListing(car.status, removal.event, 'seller')",
      },
    ],
    tests: ['apps/server/listings/remove-from-sale.test.ts'],
  },
  {
    name: 'L2a',
    fault: 'a booking does not compare the price that the buyer saw',
    edits: [
      {
        file: 'apps/server/bookings/book-listing.ts',
        find: '    assertPriceUnchanged(input.seenPrice, car.price);\n',
        replace: '',
      },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
  {
    name: 'L2b',
    fault: 'the refusal of a booking does not say the prices',
    edits: [
      {
        file: 'apps/server/http/errors/problems.ts',
        find: '    ...(domainError.prices === undefined ? {} : { prices: { ...domainError.prices } }),\n',
        replace: '',
      },
    ],
    tests: ['apps/server/bookings/book-listing.test.ts'],
  },
  {
    name: 'L3a',
    fault: 'a screen offers what any party may do in a state',
    edits: [
      {
        file: 'packages/domain/lifecycle/lifecycle.ts',
        find: '.filter((transition) => transition.from === state && transition.by.includes(party))',
        replace: '.filter((transition) => transition.from === state)',
      },
    ],
    tests: ['packages/domain/lifecycle/parties.test.ts', 'packages/domain/lifecycle/policies.test.ts'],
  },
  {
    name: 'L3b',
    fault: 'who has asked for an approval is offered to confirm it',
    edits: [
      {
        file: 'packages/domain/approval/approval.ts',
        find: "return isOwnRequest ? 'its admin' : 'another admin';",
        replace: "return isOwnRequest ? 'another admin' : 'another admin';",
      },
    ],
    tests: ['packages/domain/lifecycle/policies.test.ts'],
  },
  {
    name: 'L3c',
    fault: 'an import that is over may be started again',
    edits: [
      {
        file: 'packages/domain/import/import-lifecycle.ts',
        find: "    ...makeTransitionsBeforeRun('stopped'),\n",
        replace: "    ...makeTransitionsBeforeRun('stopped'),\n    ...makeTransitionsBeforeRun('done'),\n",
      },
    ],
    tests: ['packages/domain/lifecycle/parties.test.ts'],
  },
];
