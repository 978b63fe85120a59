import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';

/**
 * Makes the nodes that this process forks run the file to which the path points now, even when its symbolic links
 * change later. Without this call, a node that ends between the installation of a release and the operator's restart
 * would be started again from the new release.
 * @param path the program as it was started, such as `/opt/carhouse/current/apps/server/main.ts`.
 * @returns a function that restores the previous program.
 * @throws Error (ENOENT) when there is no such file.
 */
export function pinNodeProgram(path: string | undefined): () => void {
  if (path === undefined) throw new TypeError('This process was not started from a file.');
  const { exec } = cluster.settings;
  cluster.setupPrimary({ exec: realpathSync(path) });
  return () => {
    if (exec !== undefined) cluster.setupPrimary({ exec });
  };
}
