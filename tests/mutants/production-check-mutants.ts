import type { Mutant } from './mutant.ts';

const passGateTestFile = 'apps/server/startup/gate/pass-gate.test.ts';
const configTestFile = 'apps/server/config.test.ts';
const checkConfigTestFile = 'apps/server/startup/gate/check-config.test.ts';
const firstAdminTestFile = 'apps/server/accounts/create-first-admin.test.ts';
const seedTestFile = 'apps/server/startup/seed-demo.test.ts';
const pagesTestFile = 'apps/server/ssr/register-pages.test.ts';

/** Mutants of the checks before production. Each mutant removes one check (decision 0035). */
export const productionCheckMutants: readonly Mutant[] = [
  {
    name: 'gate-name',
    fault: 'an https address is no production',
    edits: [
      {
        file: 'apps/server/config/mode-config.ts',
        find: 'if (PUBLIC_URL !== undefined) {',
        replace: "if (PUBLIC_URL !== undefined && NODE_ENV === 'production') {",
      },
    ],
    tests: [configTestFile],
  },
  {
    name: 'gate-host',
    fault: 'an address that others reach is no production',
    edits: [
      {
        file: 'apps/server/config/mode-config.ts',
        find: "if (!isLoopback(HOST)) reasonsForProduction.push('HOST is not a loopback address');",
        replace: '',
      },
    ],
    tests: [configTestFile],
  },
  {
    name: 'gate-demo-data',
    fault: 'production starts beside demo accounts',
    edits: [
      {
        file: 'apps/server/startup/gate/check-data.ts',
        find: 'if (accountCount === 0) return',
        replace: 'if (accountCount >= 0) return',
      },
    ],
    tests: [passGateTestFile],
  },
  {
    name: 'gate-mark',
    fault: 'the seed does not mark its accounts',
    edits: [{ file: 'apps/server/startup/seed-demo.ts', find: '      isDemo: true,\n', replace: '' }],
    tests: [seedTestFile],
  },
  {
    name: 'gate-password',
    fault: 'the published password of an admin is let through',
    edits: [
      {
        file: 'apps/server/startup/gate/check-data.ts',
        find: '...(await checkPublishedPasswords(database, hasher)),',
        replace: '',
      },
    ],
    tests: [passGateTestFile],
  },
  {
    name: 'gate-test-cards',
    fault: 'production takes test cards without the setting',
    edits: [
      {
        file: 'apps/server/startup/gate/check-config.ts',
        find: 'if (areTestCardsAllowed)\n    return',
        replace: "if (areTestCardsAllowed || name !== '')\n    return",
      },
    ],
    tests: [checkConfigTestFile],
  },
  {
    name: 'gate-back-to-demo',
    fault: 'a demo is started on the data of production when the variable is forgotten',
    edits: [
      {
        file: 'apps/server/startup/gate/pass-gate.ts',
        find: 'if (markedAt === undefined) return;',
        replace: 'if (markedAt === undefined || markedAt.getTime() > 0) return;',
      },
    ],
    tests: [passGateTestFile],
  },
  {
    name: 'gate-link-twice',
    fault: 'two tabs make two first admins by one link',
    edits: [
      {
        file: 'packages/database/accounts/first-admin-links.ts',
        find: 'if (usedLink.numAffectedRows !== 1n) return false;',
        replace: '',
      },
      {
        file: 'packages/database/accounts/first-admin-links.ts',
        find: 'return adminResult.rows.length === 0;',
        replace: 'return adminResult.rows.length < 2;',
      },
    ],
    tests: [firstAdminTestFile],
  },
  {
    name: 'gate-link-lives',
    fault: 'the link works although there is an admin',
    edits: [
      {
        file: 'packages/database/accounts/first-admin-links.ts',
        find: "\n      AND NOT EXISTS (SELECT FROM account WHERE role = 'admin' AND status <> 'deleted')",
        replace: '',
      },
      {
        file: 'packages/database/accounts/first-admin-links.ts',
        find: 'return adminResult.rows.length === 0;',
        replace: 'return true;',
      },
    ],
    tests: [firstAdminTestFile],
  },
  {
    name: 'gate-easy-password',
    fault: 'the command makes an admin with an easy password',
    edits: [
      {
        file: 'apps/server/startup/gate/create-admin.ts',
        find: 'await refuseGuessablePassword(password, { name, email });',
        replace: '',
      },
    ],
    tests: [passGateTestFile],
  },
  {
    name: 'gate-banner',
    fault: 'the pages of a demo that strangers reach do not say so',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: 'createBuiltRenderer(options.webRoot, settings)',
        replace: 'createBuiltRenderer(options.webRoot, { ...settings, isPublicDemo: false })',
      },
    ],
    tests: [pagesTestFile],
  },
];
