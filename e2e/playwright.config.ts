import { defineConfig } from '@playwright/test';

// Root may not use Chromium's sandbox, and a closed network must not be asked for updates at every start.
const asRoot = process.getuid?.() === 0;
const args = [
  ...(asRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const executablePath = process.env.CARHOUSE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop, light', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } },
    { name: 'phone, dark', use: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } },
  ],
});
