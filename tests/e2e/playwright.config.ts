import { defineConfig } from '@playwright/test';

// Chromium's sandbox does not work for root. Without a network, Chromium must not check for updates at every start.
const isRoot = process.getuid?.() === 0;
const args = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Photos of new users have this host. The browser never sends requests to this host.
  '--host-resolver-rules=MAP photos.example ~NOTFOUND, MAP lh3.googleusercontent.com ~NOTFOUND',
];
const executablePath = process.env.CARHOUSE_CHROMIUM;

/**
 * `npm test` sets the value `journeys`, which means the tests with the tag `@journey`, each file in one of the two
 * windows. `npm run test:all` sets the value `all`, which means every test in both windows. Without a value, each file
 * runs in one window, and the files of `testsInBothWindows` run in both. Each window is one of the Playwright projects
 * below.
 */
const testSelection = process.env.CARHOUSE_BROWSER_TESTS;
const runsAllWindows = testSelection === 'all';
const testsInBothWindows = testSelection === 'journeys' ? [] : ['layout', 'pages'];
const testsOnPhone = [
  'add-product',
  'admin-narrow',
  'all-buyers',
  'audit',
  'booking-refusals',
  'cars',
  'create-user',
  'drawer',
  'import',
  'my-buyers',
  'orders',
  'overview',
  'profile',
  'session-expired',
  'wish-list',
];
const makeFilePatterns = (names: readonly string[]): string[] => names.map((name) => `**/${name}.test.ts`);
const desktopFileSettings = runsAllWindows ? {} : { testIgnore: makeFilePatterns(testsOnPhone) };
const phoneFileSettings = runsAllWindows
  ? {}
  : { testMatch: makeFilePatterns([...testsOnPhone, ...testsInBothWindows]) };

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  ...(testSelection === 'journeys' ? { grep: /@journey/ } : {}),
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A second try shows faults that happen only sometimes. `npm test` names each test that passed only at the second try
  // (decision 0052).
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording a trace makes every test a fifth slower, so only the second try records one.
    trace: runsAllWindows ? 'on-first-retry' : 'off',
  },
  projects: [
    {
      name: 'desktop, light',
      ...desktopFileSettings,
      use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    },
    {
      name: 'phone, dark',
      ...phoneFileSettings,
      use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true },
    },
  ],
});
