import { chmod, rm } from 'node:fs/promises';
import { makeTestFolder } from './make-test-folder.ts';
import { startEmbeddedPostgres } from './start-embedded.ts';

export interface TestServer {
  url: string;
  /** The URL of another database on the same server. The function does not create the database. */
  databaseUrl(name: string): string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL server of the tests: the server at `url`, or else a temporary embedded one. The temporary server does
 * not sync to the disk, which halves the time of tests and changes no result.
 */
export async function startTestServer(url?: string): Promise<TestServer> {
  if (url !== undefined) return useRunningServer(url);
  const dataDir = await makeTestFolder();
  // PostgreSQL that is started by root runs as another user, who needs access to this folder.
  await chmod(dataDir, 0o711);
  const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: () => undefined,
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        shared_buffers: '128MB',
        // Tests put proxies in front of the server, so its URL must be an address.
        unix_socket_directories: '',
      },
    });
    return {
      url: server.url,
      databaseUrl: server.databaseUrl,
      async stop() {
        await server.stop();
        await removeFolder(server.homeFolder);
        await removeFolder(dataDir);
      },
    };
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
}

function useRunningServer(url: string): TestServer {
  return {
    url,
    databaseUrl(name) {
      const otherDatabaseUrl = new URL(url);
      otherDatabaseUrl.pathname = `/${encodeURIComponent(name)}`;
      return otherDatabaseUrl.href;
    },
    stop: async () => undefined,
  };
}
