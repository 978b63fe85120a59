import type { Mutant } from './mutant.ts';

const passGateTest = 'apps/server/startup/gate/pass-gate.test.ts';
const configTest = 'apps/server/config.test.ts';
const checkConfigTest = 'apps/server/startup/gate/check-config.test.ts';
const firstAdminTest = 'apps/server/accounts/create-first-admin.test.ts';
const seedTest = 'apps/server/startup/seed-demo.test.ts';
const pagesTest = 'apps/server/ssr/register-pages.test.ts';

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
    tests: [configTest],
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
    tests: [configTest],
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
    tests: [passGateTest],
  },
  {
    name: 'gate-mark',
    fault: 'the seed does not mark its accounts',
    edits: [{ file: 'apps/server/startup/seed-demo.ts', find: '      isDemo: true,\n', replace: '' }],
    tests: [seedTest],
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
    tests: [passGateTest],
  },
  {
    name: 'gate-test-cards',
    fault: 'production takes test cards without the setting',
    edits: [
      {
        file: 'apps/server/startup/gate/check-config.ts',
        find: 'if (allowTestCards)\n    return',
        replace: "if (allowTestCards || name !== '')\n    return",
      },
    ],
    tests: [checkConfigTest],
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
    tests: [passGateTest],
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
        find: 'return adminRows.rows.length === 0;',
        replace: 'return adminRows.rows.length < 2;',
      },
    ],
    tests: [firstAdminTest],
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
        find: 'return adminRows.rows.length === 0;',
        replace: 'return true;',
      },
    ],
    tests: [firstAdminTest],
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
    tests: [passGateTest],
  },
  {
    name: 'gate-banner',
    fault: 'the pages of a demo that strangers reach do not say so',
    edits: [
      {
        file: 'apps/server/ssr/register-pages.ts',
        find: 'createBuiltRenderer(options.webRoot, settings)',
        replace: 'createBuiltRenderer(options.webRoot, { ...settings, publicDemo: false })',
      },
    ],
    tests: [pagesTest],
  },
];
