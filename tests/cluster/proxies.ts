import { chown, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@carhouse/database/testing/free-port';
import { waitUntil } from '@carhouse/server/testing/processes';
import pg from 'pg';
import { type DatabaseCluster, productDatabase } from './database-cluster.ts';
import { memberPorts } from './patroni-settings.ts';
import { runProgram } from './programs.ts';
import { type StartedProgram, startProgram } from './start-program.ts';

/** HAProxy in front of the leader and in front of the nodes, and PgBouncer between the nodes and HAProxy. */
export type Proxies = {
  /** URL of the database on the leader, through PgBouncer and HAProxy. */
  readonly pooledUrl: string;
  /** URL of the database on the leader through HAProxy alone. */
  readonly sessionUrl: string;
  /** The URL origin at which the load balancer accepts requests for the nodes. */
  readonly origin: string;
  /** Ports on which the nodes must listen, in their order. */
  readonly nodePorts: readonly number[];
  /** Sets whether the load balancer sends new requests to a node. */
  setNodeState(index: number, state: 'ready' | 'drain'): Promise<void>;
  /** Waits until the balancer has found the node healthy. */
  waitForNode(index: number): Promise<unknown>;
  stop(): Promise<void>;
};

const nodeCount = 3;

/**
 * Starts HAProxy and PgBouncer. @param folder a new folder for the files of both programs, which the user `postgres`
 * can enter.
 */
export async function startProxies(cluster: DatabaseCluster, folder: string): Promise<Proxies> {
  await mkdir(folder, { mode: 0o755 });
  const ports = { leader: await findFreePort(), pooler: await findFreePort(), web: await findFreePort() };
  const nodePorts: number[] = [];
  while (nodePorts.length < nodeCount) nodePorts.push(await findFreePort());
  const adminSocket = join(folder, 'haproxy.sock');
  const haproxyFile = join(folder, 'haproxy.cfg');
  await writeFile(haproxyFile, formatHaproxySettings(cluster, ports, nodePorts, adminSocket));
  const pgbouncerFile = await writePgbouncerSettings(cluster, ports, folder);
  const programs: StartedProgram[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop(2_000)));
  };
  const makeUrlAtPort = (port: number): string =>
    `postgres://${productDatabase}:${cluster.passwords.productPassword}@127.0.0.1:${port}/${productDatabase}`;
  const setNodeState = async (index: number, state: string): Promise<void> => {
    const answer = (await sendHaproxyCommand(adminSocket, `set server nodes/node${index + 1} state ${state}`)).trim();
    if (answer !== '') throw new Error(`HAProxy answered: ${answer}`);
  };
  const waitForNode = (index: number): Promise<unknown> =>
    waitUntil(`a healthy node${index + 1}`, 60_000, async () => {
      const rows = (await sendHaproxyCommand(adminSocket, 'show stat')).split('\n');
      return rows.some((row) => row.startsWith(`nodes,node${index + 1},`) && row.includes(',UP,'));
    });
  try {
    programs.push(startProgram('/usr/sbin/haproxy', ['-db', '-f', haproxyFile], join(folder, 'haproxy.log')));
    const setprivArguments = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '/usr/sbin/pgbouncer'];
    programs.push(
      startProgram('/usr/bin/setpriv', [...setprivArguments, pgbouncerFile], join(folder, 'pgbouncer.log')),
    );
    const pooledUrl = makeUrlAtPort(ports.pooler);
    // HAProxy sends connections to every server, even to standbys, until the first check of that server has ended.
    await waitUntil('a single leader behind HAProxy', 30_000, async () => {
      const rows = (await sendHaproxyCommand(adminSocket, 'show stat'))
        .split('\n')
        .filter((row) => row.startsWith('leader,member'));
      const downCount = rows.filter((row) => row.includes(',DOWN,')).length;
      return rows.length === cluster.members.length && downCount === rows.length - 1;
    });
    await waitUntil('a leader behind PgBouncer', 30_000, () => canWrite(pooledUrl));
    const origin = `http://127.0.0.1:${ports.web}`;
    return { pooledUrl, sessionUrl: makeUrlAtPort(ports.leader), origin, nodePorts, setNodeState, waitForNode, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The settings that docs/operations.md recommends for HAProxy (Patroni). */
function formatHaproxySettings(
  { members }: DatabaseCluster,
  ports: { readonly leader: number; readonly web: number },
  nodePorts: readonly number[],
  adminSocket: string,
): string {
  const servers = members.map(
    ({ name, address }) => `  server ${name} ${address}:${memberPorts.postgres} check port ${memberPorts.api}`,
  );
  const nodes = nodePorts.map((port, index) => `  server node${index + 1} 127.0.0.1:${port} check`);
  return `global
  maxconn 4000
  stats socket ${adminSocket} mode 600 level admin
defaults
  timeout connect 2s
  timeout check 1s
  timeout client 60m
  timeout server 60m
listen leader
  bind 127.0.0.1:${ports.leader}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
frontend web
  bind 127.0.0.1:${ports.web}
  mode http
  timeout client 75s
  default_backend nodes
backend nodes
  mode http
  balance roundrobin
  timeout server 90s
  option forwardfor
  option redispatch 1
  retries 3
  # Answers of the health check do not depend on the database: without a leader, nodes go on answering reads.
  option httpchk GET /healthz
  http-check expect status 200
  timeout check 3s
  default-server inter 1s fall 3 rise 1
${nodes.join('\n')}
`;
}

async function writePgbouncerSettings(
  { passwords }: DatabaseCluster,
  ports: { readonly leader: number; readonly pooler: number },
  folder: string,
): Promise<string> {
  const userFile = join(folder, 'users.txt');
  const settingsFile = join(folder, 'pgbouncer.ini');
  await writeFile(userFile, `"${productDatabase}" "${passwords.productPassword}"\n`);
  await writeFile(
    settingsFile,
    `[databases]
* = host=127.0.0.1 port=${ports.leader}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userFile}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 5
server_check_delay = 0
server_lifetime = 600
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
`,
  );
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(runProgram('id', [flag, 'postgres'])));
  for (const path of [userFile, settingsFile]) await chown(path, uid ?? 0, gid ?? 0);
  return settingsFile;
}

async function canWrite(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS "isReplica"');
    return rows[0]?.isReplica === false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function sendHaproxyCommand(socketPath: string, command: string): Promise<string> {
  const socket = connect(socketPath);
  socket.write(`${command}\n`);
  return text(socket);
}
