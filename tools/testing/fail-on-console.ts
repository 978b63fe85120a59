// A warning or an error on the console during a test fails that test. Without this file, nobody would notice the
// warning or the error.
import { afterEach, beforeEach } from 'vitest';

const watchedMethods = ['error', 'warn'] as const;
const originalMethods = { error: console.error, warn: console.warn };
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  for (const method of watchedMethods) {
    console[method] = (...values: unknown[]) => {
      lines.push(`console.${method}: ${values.map(String).join(' ')}`);
      originalMethods[method](...values);
    };
  }
});

afterEach(() => {
  Object.assign(console, originalMethods);
  if (lines.length > 0) throw new Error(`Nothing may be written to the console during a test:\n${lines.join('\n')}`);
});
