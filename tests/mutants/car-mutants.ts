import type { Mutant } from './mutant.ts';

/** Mutants of the facts that cards and the listing page show. */
export const carMutants: readonly Mutant[] = [
  {
    name: 'COE-YEARS-OF-USE',
    fault: 'the wish list counts the COE from the years of use',
    edits: [
      {
        file: 'apps/server/wishes/present-wish.ts',
        find: '...presentCarFigures(wish.now.facts, today),',
        replace: '...presentCarFigures(wish.now.facts, today), coeYearsLeft: 10 - snapshot.yearsOfUse,',
      },
    ],
    tests: ['apps/server/listings/show-coe-left.test.ts'],
  },
  {
    name: 'COE-UNKNOWN',
    fault: 'an unknown COE is ten years less the years of use on every card',
    edits: [
      {
        file: 'apps/server/listings/present-listing.ts',
        find: '    depreciationPerYear: presentDepreciation',
        replace:
          '    coeYearsLeft: presentCarFigures(facts, today).coeYearsLeft ?? 10 - listing.yearsOfUse,\n    depreciationPerYear: presentDepreciation',
      },
    ],
    tests: ['apps/server/listings/show-coe-left.test.ts'],
  },
  {
    name: 'COE-LAST-DAYS',
    fault: 'a COE in its last days has run out',
    edits: [
      {
        file: 'packages/domain/car/coe.ts',
        find: 'return days === 0 ? 0 : Math.max(0.1, Math.round((days / 365.25) * 10) / 10);',
        replace: 'return Math.round((days / 365.25) * 10) / 10;',
      },
    ],
    tests: ['packages/domain/car/coe.test.ts', 'apps/server/listings/show-coe-left.test.ts'],
  },
  {
    name: 'CARD-FACTS',
    fault: 'cards do not know the mileage',
    edits: [
      {
        file: 'apps/server/listings/present-figures.ts',
        find: 'return { mileageKm, owners,',
        replace: 'return { mileageKm: null, owners,',
      },
    ],
    tests: ['apps/server/listings/show-coe-left.test.ts'],
  },
  {
    name: 'WISH-RESTORED-NEW',
    fault: 'a wish that is put back has the time and the price of today',
    edits: [
      {
        file: 'apps/server/wishes/restore-wish.ts',
        find: "return addWish(context, actor, car as RemovedWish['listingId'], {",
        replace:
          "if (price !== '') return addWish(context, actor, car as RemovedWish['listingId']);\n  return addWish(context, actor, car as RemovedWish['listingId'], {",
      },
    ],
    tests: ['apps/server/wishes/restore-wish.test.ts'],
  },
  {
    name: 'WISH-RESTORED-BY-ANYBODY',
    fault: 'the text of one user restores the wish for another',
    edits: [
      {
        file: 'apps/server/wishes/restore-wish.ts',
        find: 'if (by !== actor.accountId || until',
        replace: "if (by === '' || until",
      },
    ],
    tests: ['apps/server/wishes/restore-wish.test.ts'],
  },
  {
    name: 'WISH-RESTORED-LATE',
    fault: 'a removal can be undone for ever',
    edits: [
      {
        file: 'apps/server/wishes/restore-wish.ts',
        find: 'const restorePeriodMs = 10 * 60_000;',
        replace: 'const restorePeriodMs = Number.MAX_SAFE_INTEGER / 2;',
      },
    ],
    tests: ['apps/server/wishes/restore-wish.test.ts'],
  },
];
