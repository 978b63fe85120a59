/**
 * The areas of the tree: what each area may import, and which code belongs to it. docs/architecture.md gives the
 * reasons.
 */

export interface CodeArea {
  /** The other areas that the area may import. */
  imports: readonly string[];
  /** The code that belongs to the area, as the end of the sentence "It holds …". */
  contents: string;
  /**
   * True when the code of the area also runs outside Node. In an area that is platform-free, only the build and the
   * tests import `node:` modules.
   */
  isPlatformFree?: true;
  /** Whether the code of the area runs in the product and therefore processes untrusted text. */
  isProduct?: true;
}

const domainFolder = 'packages/domain';
const contractFolder = 'packages/contract';
const databaseFolder = 'packages/database';
const embeddedPostgresFolder = 'packages/embedded-postgres';
const importerFolder = 'packages/importer';

const productAreas = {
  [domainFolder]: { imports: [], contents: 'pure rules and types of the domain', isPlatformFree: true },
  [contractFolder]: {
    imports: [domainFolder],
    contents: 'the API contract: schemas, the typed client, the texts of the specification',
    isPlatformFree: true,
  },
  'packages/search': { imports: [domainFolder], contents: 'the search index in memory' },
  [databaseFolder]: { imports: [domainFolder], contents: 'migrations and query modules, one folder a noun' },
  [embeddedPostgresFolder]: { imports: [], contents: 'the embedded PostgreSQL: binaries, cluster, processes, archive' },
  [importerFolder]: {
    imports: [domainFolder, databaseFolder, embeddedPostgresFolder],
    contents: "dealers' files: reading, guessing the mapping, drafting and saving listings",
  },
  'packages/demo-data': {
    imports: [domainFolder],
    contents: 'the cars, sellers and orders of the demo, and their drawings',
  },
  'packages/backup': { imports: [databaseFolder, embeddedPostgresFolder], contents: 'backups and restoring' },
  'packages/auth': { imports: [domainFolder, databaseFolder], contents: 'sign-up, sign-in and sessions' },
  'packages/payments': { imports: [domainFolder], contents: 'the CardProvider interface and its Stripe adapter' },
  'packages/images': {
    imports: [domainFolder, 'packages/demo-data'],
    contents: 'the image store and the processes that decode and draw',
  },
  'packages/mail': { imports: [domainFolder], contents: 'the Mailer interface and its adapters' },
  'apps/stripe-sandbox': { imports: [], contents: 'a stand-alone card provider for test mode' },
  'apps/server': {
    imports: [
      domainFolder,
      contractFolder,
      'packages/search',
      databaseFolder,
      embeddedPostgresFolder,
      importerFolder,
      'packages/demo-data',
      'packages/backup',
      'packages/auth',
      'packages/payments',
      'packages/images',
      'packages/mail',
      'apps/stripe-sandbox',
    ],
    contents: 'the HTTP process and its use cases; it loads the built web app and never its sources',
  },
  'apps/web': { imports: [domainFolder, contractFolder], contents: 'the React application', isPlatformFree: true },
} as const satisfies Record<string, CodeArea>;

const productFolders = Object.keys(productAreas) as (keyof typeof productAreas)[];

/** Every area by its folder. `tests`, `tools` and `commands` may import from every area. */
export const areas: Readonly<Record<AreaName, CodeArea>> = {
  ...productAreas,
  commands: { imports: [...productFolders, 'tools', 'tests'], contents: 'the commands that operators run' },
  tests: { imports: [...productFolders, 'tools', 'commands'], contents: 'browser journeys, long suites, benchmarks' },
  tools: { imports: [...productFolders, 'commands', 'tests'], contents: 'set-up, start and checks of the project' },
};

export type AreaName = keyof typeof productAreas | 'commands' | 'tests' | 'tools';

/** Areas whose code runs in the product and therefore processes untrusted text. */
export const productAreaNames: readonly AreaName[] = productFolders;

/** Packages of `tests` that other files import by package name. */
const testPackages = ['tests/e2e', 'tests/bench'];
const folders = Object.keys(areas) as AreaName[];

/**
 * Returns the area of a path, which is relative to the checkout. The result is undefined for files of the root and for
 * unknown folders.
 */
export function findAreaOfPath(path: string): AreaName | undefined {
  return folders.find((folder) => path.startsWith(`${folder}/`));
}

/**
 * Returns the folder of a package.
 * @param name the package name without its scope, for example `domain`
 */
export function findPackageFolder(name: string): string | undefined {
  return [...folders, ...testPackages].find((folder) => folder.includes('/') && folder.endsWith(`/${name}`));
}

/**
 * Returns the folder of the package that a path belongs to, for example `tests/e2e`. The result is undefined when the
 * path belongs to no package.
 */
export function findPackageOfPath(path: string): string | undefined {
  return testPackages.find((folder) => path.startsWith(`${folder}/`)) ?? findAreaOfPath(path);
}
