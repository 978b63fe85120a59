const framePattern = /((?:packages|apps|commands)\/[\w./-]+\.ts)/;
/** Matches files that run statements for other code, or that only tests use. */
const skippedFilePattern = /^packages\/database\/connection\/|\/testing\/|\.test\.ts$/;

/**
 * Returns the file of the product that made a statement: the innermost one of the stack that is neither the layer of
 * connections nor code of tests. Returns undefined when a test made the statement itself, and when a pool sends a
 * statement that was recorded before.
 */
export function findOrigin(stack: string): string | undefined {
  const frames = stack.split('\n').filter((line) => !line.includes('/tests/shards/'));
  if (frames[1]?.includes('/pg-pool/') === true) return undefined;
  for (const line of frames) {
    const file = framePattern.exec(line)?.[1];
    if (file === undefined || line.includes('node_modules')) continue;
    if (!skippedFilePattern.test(file)) return file;
    if (!file.startsWith('packages/database/connection/')) return undefined;
  }
  return undefined;
}
