import type { Mutant } from './mutant.ts';

/** Mutants of the limits on changes of a profile. */
export const profileMutants: readonly Mutant[] = [
  {
    name: 'PROFILE-NAMES',
    fault: 'a user changes their name as often as they want',
    edits: [
      {
        file: 'packages/domain/account/profile-limits.ts',
        find: 'if (isNameChanged && recentChanges.names.count >= limits.names)',
        replace: 'if (isNameChanged && recentChanges.names.count >= limits.changes)',
      },
    ],
    tests: ['apps/server/accounts/change-profile.test.ts'],
  },
  {
    name: 'PROFILE-CHANGES',
    fault: 'changes of other fields write audit entries without a limit',
    edits: [
      {
        file: 'packages/domain/account/profile-limits.ts',
        find: 'if (recentChanges.changes.count >= limits.changes)',
        replace: 'if (isNameChanged && recentChanges.changes.count >= limits.changes)',
      },
    ],
    tests: ['apps/server/accounts/change-profile.test.ts'],
  },
];
