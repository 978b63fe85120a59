import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';

/**
 * Lets the nodes that this process forks from now on run the file that a path names now, whatever its symbolic links name
 * later. Otherwise a node that ends after a release was installed, and before the restart that the operator has in mind, would
 * be started again from the new release.
 * @param path the program as it was started, such as `/opt/carhouse/current/apps/server/main.ts`.
 * @returns a function that takes the program before again.
 * @throws Error (ENOENT) when there is no such file.
 */
export function fixNodeProgram(path: string | undefined): () => void {
  if (path === undefined) throw new TypeError('This process was not started from a file.');
  const { exec } = cluster.settings;
  cluster.setupPrimary({ exec: realpathSync(path) });
  return () => {
    if (exec !== undefined) cluster.setupPrimary({ exec });
  };
}
