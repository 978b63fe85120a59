import type { Fault } from './fault.ts';

const nouns = [
  'listings',
  'advertisements',
  'wishes',
  'bookings',
  'payments',
  'bank-parts',
  'payment-instructions',
  'payout-accounts',
  'seller-payments',
  'ledger',
  'sales',
  'fees',
  'reservations',
  'reconciliation',
  'accounts',
  'second-factor',
  'approvals',
  'images',
  'imports',
  'search',
  'audit',
  'feedback',
  'reports',
  'overview',
  'security',
  'sellers',
];
/**
 * Folders that are not named after a noun of the domain. The files in these folders have other names than use cases.
 */
const frameworkFolders = ['catalogue', 'config', 'http', 'jobs', 'ssr', 'startup', 'testing', 'tracing'];
const serverRootFileNames = ['main', 'config', 'context', 'app'];

/**
 * The verbs with which the names of use cases begin. A missing verb may be added, but not a synonym of a listed verb.
 */
const verbs = [
  'add',
  'advance',
  'announce',
  'answer',
  'ask',
  'authorise',
  'book',
  'break',
  'cancel',
  'change',
  'check',
  'choose',
  'complete',
  'confirm',
  'count',
  'create',
  'decide',
  'delete',
  'deliver',
  'digest',
  'dismiss',
  'end',
  'expire',
  'export',
  'find',
  'grant',
  'handle',
  'hide',
  'hold',
  'import',
  'inspect',
  'join',
  'leave',
  'list',
  'lock',
  'make',
  'mark',
  'open',
  'pay',
  'present',
  'preview',
  'publish',
  'quote',
  'read',
  'recall',
  'receive',
  'reconcile',
  'record',
  'refund',
  'refuse',
  'register',
  'reinstate',
  'release',
  'relist',
  'remove',
  'repair',
  'replace',
  'report',
  'reserve',
  'reset',
  'resolve',
  'restore',
  'retry',
  'reverse',
  'revoke',
  'save',
  'search',
  'sell',
  'send',
  'serve',
  'set',
  'settle',
  'show',
  'sign',
  'start',
  'state',
  'stop',
  'store',
  'suspend',
  'undo',
  'unhide',
  'unverify',
  'update',
  'upload',
  'verify',
  'watch',
  'withdraw',
];

/** Checks the names in apps/server/: the names of its folders, and the names of files in the folder of a noun. */
export function checkServerNouns(paths: readonly string[]): Fault[] {
  return paths.filter((path) => path.startsWith('apps/server/') && path.endsWith('.ts')).flatMap(checkPath);
}

function checkPath(path: string): Fault[] {
  const [, , folder = '', ...rest] = path.split('/');
  if (rest.length === 0) return checkRootFile(path, folder);
  if (frameworkFolders.includes(folder)) return [];
  if (!nouns.includes(folder)) {
    const advice = `Nouns are ${nouns.join(', ')}; the framework's parts are ${frameworkFolders.join(', ')}.`;
    return [
      {
        file: path,
        problem: `apps/server/${folder}/ is neither a noun of the product nor a part of the framework.`,
        remedy: advice,
      },
    ];
  }
  if (rest.length > 1) {
    const advice =
      'Pure rules belong into packages/domain/, queries into packages/database/, shapes of the API into packages/contract/.';
    return [{ file: path, problem: 'A noun folder of apps/server/ has no folders inside.', remedy: advice }];
  }
  return checkNounFile(path, (rest[0] ?? '').replace(/(\.test)?\.ts$/, ''));
}

function checkRootFile(path: string, file: string): Fault[] {
  if (serverRootFileNames.includes(file.replace(/(\.test)?\.ts$/, ''))) return [];
  const advice = 'Put it into the folder of its noun, or into http/, jobs/ or ssr/.';
  return [
    {
      file: path,
      problem: `apps/server/ itself holds only ${serverRootFileNames.map((name) => `${name}.ts`).join(', ')}.`,
      remedy: advice,
    },
  ];
}

function checkNounFile(path: string, name: string): Fault[] {
  if (name === 'routes') return [];
  const [verb = '', ...noun] = name.split('-');
  if (verbs.includes(verb) && noun.length > 0) return [];
  return [
    {
      file: path,
      problem: `'${name}' is not routes, present-<noun> or <verb>-<noun>.`,
      remedy:
        'Call a use case by its verb and noun (settle-payment). A pure rule belongs into packages/domain/, a query into packages/database/, ' +
        'a shape of the API into packages/contract/. A missing verb can be added in tools/structure/check-server-nouns.ts.',
    },
  ];
}
