const framePattern = /((?:packages|apps|commands)\/[\w./-]+\.ts)/;
/** Code that runs statements for others, or that only tests run. */
const passedPattern = /^packages\/database\/connection\/|\/testing\/|\.test\.ts$/;

/**
 * Returns the file of the product that made a statement: the innermost one of the stack that is neither the layer of
 * connections nor code of tests. It is undefined when a test made the statement itself, and when the pool sends what it
 * was asked before, which is recorded then.
 */
export function findOrigin(stack: string): string | undefined {
  const frames = stack.split('\n').filter((line) => !line.includes('/tests/shards/'));
  if (frames[1]?.includes('/pg-pool/') === true) return undefined;
  for (const line of frames) {
    const file = framePattern.exec(line)?.[1];
    if (file === undefined || line.includes('node_modules')) continue;
    if (!passedPattern.test(file)) return file;
    if (!file.startsWith('packages/database/connection/')) return undefined;
  }
  return undefined;
}
