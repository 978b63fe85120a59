import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@carhouse/server/testing/processes';
import pg from 'pg';
import { type ClusterNetwork, Machine } from './machine.ts';
import { type ClusterPasswords, formatPatroniSettings, memberPorts } from './patroni-settings.ts';
import { runProgram } from './programs.ts';
import { type StartedProgram, startProgram } from './start-program.ts';

/** Name of the product's user and of its database. */
export const productDatabase = 'carhouse';

/** State of a member, as Patroni reports it. */
export type MemberState = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
};

const memberCount = 3;
const diskMegabytes = 1_200;
/** Maximum time in milliseconds for a response of Patroni. */
const apiTimeoutMs = 2_000;

/** etcd, and Patroni with three PostgreSQL members, one of which is synchronous. */
export class DatabaseCluster {
  readonly members: readonly Machine[];
  readonly passwords: ClusterPasswords;
  readonly #folder: string;
  readonly #etcdAddress: string;
  readonly #patronis = new Map<string, StartedProgram>();
  #etcd: StartedProgram | undefined;

  /**
   * Starts the cluster, and waits until all members run and one standby is synchronous. @param folder new folder for
   * all files.
   */
  static async start(network: ClusterNetwork, folder: string): Promise<DatabaseCluster> {
    const members: Machine[] = [];
    try {
      for (let number = 1; number <= memberCount; number += 1)
        members.push(await Machine.make(network, number, folder, diskMegabytes));
    } catch (error) {
      for (const member of members) await member.remove();
      throw error;
    }
    const cluster = new DatabaseCluster(network, folder, members);
    try {
      await cluster.#startAll(network);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private constructor(network: ClusterNetwork, folder: string, members: readonly Machine[]) {
    this.members = members;
    this.#folder = folder;
    this.#etcdAddress = `${network.hostAddress}:2379`;
    const makePassword = (): string => randomBytes(12).toString('hex');
    this.passwords = {
      superuserPassword: makePassword(),
      replicationPassword: makePassword(),
      productPassword: makePassword(),
    };
  }

  async #startAll({ hostAddress }: ClusterNetwork): Promise<void> {
    const [clientUrl, peerUrl] = [`http://${hostAddress}:2379`, `http://${hostAddress}:2380`];
    const etcdFlags = ['--name', 'etcd', '--data-dir', join(this.#folder, 'etcd'), '--logger', 'zap', '--enable-v2'];
    const clientFlags = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
    const peerFlags = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
    const initialFlags = ['--initial-cluster', `etcd=${peerUrl}`];
    const logFile = join(this.#folder, 'etcd.log');
    this.#etcd = startProgram('/usr/bin/etcd', [...etcdFlags, ...clientFlags, ...peerFlags, ...initialFlags], logFile);
    await waitUntil('an etcd that answers', 20_000, async () => (await fetchJson(`${clientUrl}/health`)) !== undefined);
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(runProgram('id', [flag, 'postgres'])));
    for (const member of this.members) {
      const home = this.#homeOf(member);
      await mkdir(home, { mode: 0o700 });
      const settings = formatPatroniSettings(
        { name: member.name, address: member.address, folder: home },
        this.#etcdAddress,
        this.passwords,
      );
      await writeFile(join(home, 'patroni.yml'), settings);
      for (const path of [home, join(home, 'patroni.yml')]) await chown(path, uid ?? 0, gid ?? 0);
      this.startPatroni(member);
    }
    await this.waitUntilWhole(90_000);
  }

  #homeOf(member: Machine): string {
    return join(member.diskFolder, 'home');
  }

  /** Data directory of a member. */
  findDataDir(member: Machine): string {
    return join(this.#homeOf(member), 'data');
  }

  /** Starts Patroni on a member, which starts PostgreSQL. */
  startPatroni(member: Machine): void {
    const args = member.makeRunArguments('/usr/bin/patroni', [join(this.#homeOf(member), 'patroni.yml')]);
    const logFile = join(this.#folder, `${member.name}.log`);
    this.#patronis.set(member.name, startProgram('/sbin/ip', args, logFile));
  }

  /** Reads the state of the members from the first Patroni that answers. */
  async readStates(): Promise<readonly MemberState[]> {
    for (const member of this.members) {
      const answer = await fetchJson(`http://${member.address}:${memberPorts.api}/cluster`);
      if (answer !== undefined) return (answer as { members: readonly MemberState[] }).members;
    }
    return [];
  }

  /** Returns the leader. @throws Error when no member of the cluster has this role. */
  async findLeader(): Promise<Machine> {
    return this.#findByRole('leader');
  }

  /** Returns the synchronous standby. @throws Error when no member of the cluster has this role. */
  async findSynchronousStandby(): Promise<Machine> {
    return this.#findByRole('sync_standby');
  }

  async #findByRole(role: string): Promise<Machine> {
    const { name } = (await this.readStates()).find((state) => state.role === role) ?? {};
    const member = this.members.find((each) => each.name === name);
    if (member === undefined) throw new Error(`No member is ${role}.`);
    return member;
  }

  /** Waits until every member runs on the timeline of the leader, and one standby is synchronous. */
  async waitUntilWhole(milliseconds: number): Promise<void> {
    await waitUntil('a cluster with a leader, a synchronous standby and a third member', milliseconds, async () => {
      const states = await this.readStates();
      const leader = states.find(({ role }) => role === 'leader');
      return (
        leader?.state === 'running' &&
        states.filter(({ role }) => role === 'sync_standby').length === 1 &&
        states.filter(({ state, timeline }) => /running|streaming/.test(state) && timeline === leader.timeline)
          .length === memberCount
      );
    });
  }

  /** Calls the API of a member's Patroni, for example to switch over. @returns the answer's text. */
  async postToPatroni(member: Machine, path: string, body: object): Promise<string> {
    const answer = await fetch(`http://${member.address}:${memberPorts.api}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Patroni of ${member.name} answered ${path} with ${answer.status}: ${text}`);
    return text;
  }

  /** URL of a database on a member, as its superuser. */
  makeSuperuserUrl(member: Machine, database: string): string {
    return `postgres://postgres:${this.passwords.superuserPassword}@${member.address}:${memberPorts.postgres}/${database}`;
  }

  /** URL of the product's database on a member, as the product's user. */
  makeProductUrl(member: Machine): string {
    const account = `${productDatabase}:${this.passwords.productPassword}`;
    return `postgres://${account}@${member.address}:${memberPorts.postgres}/${productDatabase}`;
  }

  /** Runs a statement on the leader as its superuser. */
  async runOnLeader(database: string, sql: string): Promise<readonly object[]> {
    const client = new pg.Client({ connectionString: this.makeSuperuserUrl(await this.findLeader(), database) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<object>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends all members and etcd, and removes their networks and disks. */
  async stop(): Promise<void> {
    for (const member of this.members) await member.remove();
    await this.#etcd?.stop();
  }
}

/** @returns the parsed body; undefined when there is no successful answer. */
async function fetchJson(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(apiTimeoutMs) });
    const body: unknown = await answer.json();
    return answer.ok ? body : undefined;
  } catch {
    return undefined;
  }
}
