import type { Mutant } from './mutant.ts';

const otherRowsTests = ['apps/server/imports/refuse-other-rows.long.test.ts'];

/** Mutants of the privileges of processes, of the detection of a public server, and of limits that accounts share. */
export const hardeningMutants: readonly Mutant[] = [
  {
    name: 'HARD-LOGIN',
    fault: 'processes of imports reach the database with all rights of the server',
    edits: [
      {
        file: 'packages/database/connection/importer-role.ts',
        find: 'return { url: url.href, close };',
        replace: 'return { url: databaseUrl, close };',
      },
    ],
    tests: otherRowsTests,
  },
  {
    name: 'HARD-PROXY',
    fault: 'a server on loopback behind a proxy is a demo',
    edits: [
      {
        file: 'apps/server/config/mode-config.ts',
        find: "if (TRUSTED_PROXIES.length > 0 && NODE_ENV !== 'test')",
        replace: 'if (false)',
      },
    ],
    tests: ['apps/server/config.test.ts'],
  },
  {
    name: 'HARD-SERVICE',
    fault: 'a server that mails to people is a demo',
    edits: [{ file: 'apps/server/config/mode-config.ts', find: 'SMTP_URL: value.SMTP_URL,', replace: '' }],
    tests: ['apps/server/config.test.ts'],
  },
  {
    name: 'HARD-DIGITS',
    fault: 'a card number in digits of another script is kept',
    edits: [
      {
        file: 'packages/domain/payment/fold-digits.ts',
        find: '.replace(nonAsciiDigitPattern, toAsciiDigit)',
        replace: '',
      },
    ],
    tests: ['apps/server/http/bodies/text-entries.long.test.ts'],
  },
  {
    name: 'HARD-LOG',
    fault: 'a card number in an encoded address of the web gets into the log',
    edits: [
      {
        file: 'apps/server/startup/open-log.ts',
        find: 'encodedCharacterPattern.test(run) &&',
        replace: "run === '' &&",
      },
    ],
    tests: ['apps/server/startup/open-log.test.ts'],
  },
  {
    name: 'HARD-ROWS',
    fault: 'an import may change the cars of every seller',
    edits: [
      {
        file: 'packages/database/migrations/0032-importer.sql',
        find: 'FOR UPDATE USING (seller_id = (SELECT importing_seller()));',
        replace: 'FOR UPDATE USING (true);',
      },
    ],
    tests: otherRowsTests,
  },
  {
    name: 'HARD-QUEUE',
    fault: 'many accounts of one network are examined before a seller elsewhere',
    edits: [{ file: 'apps/server/imports/receive-import.ts', find: ', { priority });', replace: ');' }],
    tests: ['apps/server/imports/receive-import.test.ts'],
  },
  {
    name: 'HARD-TURNS',
    fault: 'accounts of one network take all turns of uploads',
    edits: [{ file: 'apps/server/http/limits/upload-turns.ts', find: ' || networks.isFull(network)', replace: '' }],
    tests: ['apps/server/imports/receive-import.test.ts'],
  },
  {
    name: 'HARD-NOTICES',
    fault: 'each kind of notice has a limit of its own',
    edits: [
      {
        file: 'apps/server/accounts/send-notice.ts',
        find: "guard.allows('notice', accountId)",
        replace: "guard.allows('notice', notice + accountId)",
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
  {
    name: 'HARD-PACE',
    fault: 'mails about the account do not count beside those about orders',
    edits: [
      {
        file: 'apps/server/accounts/send-notice.ts',
        find: '  await recordAccountMail(context.database, accountId, context.now());\n',
        replace: '',
      },
    ],
    tests: ['apps/server/payments/deliver-digest.test.ts'],
  },
  {
    name: 'HARD-COMMAND',
    fault: 'an admin whom a command makes is not in the security log',
    edits: [
      {
        file: 'commands/create-admin.ts',
        find: "    await recordCommand(auditTarget, { ...auditAction, result: 'allowed', subject: { accountId } });\n",
        replace: '',
      },
    ],
    tests: ['apps/server/security/record-command.test.ts'],
  },
  {
    name: 'HARD-BIDI',
    fault: 'a text of a list may turn the direction of what stands beside it',
    edits: [{ file: 'packages/importer/read/clean-cell.ts', find: '|\\p{Bidi_Control}', replace: '' }],
    tests: ['apps/server/imports/refuse-hostile-files.long.test.ts'],
  },
  {
    name: 'HARD-IMPORTS',
    fault: "a seller's list of imports is read with all rights of the server",
    edits: [
      {
        file: 'apps/server/imports/routes.ts',
        find: 'await runAsMember(context.database, accountId, (trx) =>\n      listImports(trx, accountId, keptImportCountMaximum),\n    );',
        replace: 'await listImports(context.database, accountId, keptImportCountMaximum);',
      },
    ],
    tests: ['apps/server/testing/row-level-security.test.ts'],
  },
  {
    name: 'HARD-NICE',
    fault: 'passwords are hashed at the priority of the server',
    edits: [
      {
        file: 'packages/auth/password-worker.ts',
        find: "if (process.platform === 'linux' && getPriority() < lowPriority) setPriority(lowPriority);",
        replace: '',
      },
    ],
    tests: ['packages/auth/password-threads.test.ts'],
  },
];
