import { fileURLToPath } from 'node:url';

/** Variables with which the product loads the hooks (hooks.ts). @param nodeOptions further options of Node. */
export function makeHookVariables(nodeOptions = ''): Readonly<Record<string, string>> {
  const file = fileURLToPath(new URL('./hooks.ts', import.meta.url));
  return { NODE_OPTIONS: `--import ${file} ${nodeOptions}`.trim() };
}

/** Signals on which the hooks act. */
export const hookSignals = { blockLoop: 'SIGPWR', rejectPromise: 'SIGWINCH', leakMemory: 'SIGIO' } as const;
