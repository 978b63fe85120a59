import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { isRunning } from '@carhouse/server/testing/processes';
import { runProgram } from './programs.ts';

/** The network of the cluster: a bridge of this machine, to which every member has a cable of its own. */
export type ClusterNetwork = {
  /** Address of this machine on the bridge. */
  readonly hostAddress: string;
  /** The first three numbers of every IP address in the network. */
  readonly prefix: string;
  /** Beginning of the names of the bridge, of the cables and of the namespaces. */
  readonly name: string;
  close(): void;
};

/** Makes the bridge. @param number a number from 0 to 255 that differs between clusters that run at the same time. */
export function openNetwork(number: number): ClusterNetwork {
  const name = `chc${number}`;
  const prefix = `10.213.${number}`;
  const hostAddress = `${prefix}.254`;
  runProgram('ip', ['link', 'add', name, 'type', 'bridge']);
  runProgram('ip', ['addr', 'add', `${hostAddress}/24`, 'dev', name]);
  runProgram('ip', ['link', 'set', name, 'up']);
  return { hostAddress, prefix, name, close: () => void runProgram('ip', ['link', 'del', name]) };
}

/**
 * A machine of the cluster: a network namespace with an address of its own, and a small disk of its own. All processes
 * of a machine can be found, killed and paused together. The cable of the machine can be cut, and its disk can be
 * filled.
 */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** Folder where the disk is mounted. */
  readonly diskFolder: string;
  readonly #namespace: string;
  readonly #cable: string;

  /**
   * Makes the machine.
   * @param number the last number of the machine's IP address, 1 to 253.
   * @param folder folder in which the file of the disk is stored and the disk is mounted.
   * @param diskMegabytes size of the disk.
   */
  static async make(network: ClusterNetwork, number: number, folder: string, diskMegabytes: number): Promise<Machine> {
    const machine = new Machine(network, number, folder);
    await machine.#plugIn(network);
    const imageFile = join(folder, `${machine.name}.img`);
    runProgram('truncate', ['-s', `${diskMegabytes}M`, imageFile]);
    runProgram('mkfs.ext4', ['-q', '-m', '0', imageFile]);
    await mkdir(machine.diskFolder);
    runProgram('mount', ['-o', 'loop', imageFile, machine.diskFolder]);
    return machine;
  }

  private constructor(network: ClusterNetwork, number: number, folder: string) {
    this.name = `member${number}`;
    this.address = `${network.prefix}.${number}`;
    this.diskFolder = join(folder, this.name);
    this.#namespace = `${network.name}-${number}`;
    this.#cable = `${network.name}h${number}`;
  }

  async #plugIn(network: ClusterNetwork): Promise<void> {
    const innerCable = `${this.#cable}m`;
    runProgram('ip', ['netns', 'add', this.#namespace]);
    runProgram('ip', ['link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', innerCable]);
    runProgram('ip', ['link', 'set', innerCable, 'netns', this.#namespace]);
    runProgram('ip', ['link', 'set', this.#cable, 'master', network.name, 'up']);
    runProgram('ip', ['-n', this.#namespace, 'addr', 'add', `${this.address}/24`, 'dev', innerCable]);
    runProgram('ip', ['-n', this.#namespace, 'link', 'set', innerCable, 'up']);
    runProgram('ip', ['-n', this.#namespace, 'link', 'set', 'lo', 'up']);
  }

  /** Arguments of `ip` that run a program on this machine as the user `postgres`. */
  makeRunArguments(program: string, args: readonly string[]): readonly string[] {
    const userCommand = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
    return ['netns', 'exec', this.#namespace, ...userCommand, program, ...args];
  }

  /** Process ids of everything that runs on the machine. */
  listPids(): readonly number[] {
    return runProgram('ip', ['netns', 'pids', this.#namespace]).split('\n').filter(Boolean).map(Number);
  }

  /** Sends a signal to everything that runs on the machine. */
  signalAll(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.listPids()) sendSignal(pid, signal);
  }

  /** Kills every process on the machine with `kill -9`, and waits until all of them are gone. */
  async killAll(): Promise<void> {
    while (this.listPids().some(isRunning)) {
      this.signalAll('SIGKILL');
      await wait(20);
    }
  }

  /** Cuts the cable: packets in both directions are lost, and no connection is closed. */
  cutCable(): void {
    runProgram('ip', ['link', 'set', this.#cable, 'down']);
  }

  reconnectCable(): void {
    runProgram('ip', ['link', 'set', this.#cable, 'up']);
  }

  /** Fills the disk, so that no byte more can be written. */
  fillDisk(): void {
    const filler = join(this.diskFolder, 'filler');
    // `dd` is meant to end with an error, because it writes until the disk is full.
    runProgram('sh', ['-c', 'dd if=/dev/zero of="$1" bs=64k 2>/dev/null; sync -f "$1"', 'sh', filler]);
  }

  removeDiskFiller(): void {
    runProgram('rm', ['-f', join(this.diskFolder, 'filler')]);
  }

  /**
   * Sends a signal to the main process of PostgreSQL. @param dataDir the data directory of PostgreSQL on this machine.
   */
  async signalPostmaster(dataDir: string, signal: 'SIGKILL' | 'SIGQUIT' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const [pid = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
    sendSignal(Number(pid), signal);
  }

  /** Ends everything on the machine and removes its network and its disk. */
  async remove(): Promise<void> {
    this.signalAll('SIGCONT');
    await this.killAll();
    // Connections that are still closing keep the network namespace and the cable alive for minutes.
    runProgram('ip', ['link', 'del', this.#cable]);
    runProgram('ip', ['netns', 'del', this.#namespace]);
    for (let attempt = 1; ; attempt += 1) {
      try {
        runProgram('umount', [this.diskFolder]);
        return;
      } catch (error) {
        if (attempt === 50) throw error;
        await wait(100);
      }
    }
  }
}
