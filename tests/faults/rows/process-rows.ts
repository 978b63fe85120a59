import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal } from '@carhouse/embedded-postgres/process-facts';
import { findChildPids, readCommandLine, waitUntil } from '@carhouse/server/testing/processes';
import { runProgram } from '../../cluster/programs.ts';
import type { FaultRow, RowResult } from '../fault-row.ts';
import { makeLoadPeople, startLoad } from '../rig/fault-load.ts';
import { type FaultTestbed, withTestbed } from '../rig/fault-testbed.ts';
import { ClientHistory } from '../rig/history.ts';
import { findWrongWrites } from '../rig/judge-history.ts';
import { hookSignals, makeHookVariables } from '../rig/load-hooks.ts';
import { repeatUnknownWrites, stopAndJudge, tryFault } from '../rig/try-fault.ts';

/** Milliseconds in which a busy machine delivers a signal. */
const signalDelayMs = 500;

/** Process id of the first node of a product that was started with `--nodes 1`. */
function findNode(testbed: FaultTestbed): number {
  const primary = testbed.product.node.pid ?? 0;
  const [node = 0] = findChildPids(primary).filter((pid) => readCommandLine(pid).includes('main.ts'));
  return node;
}

/** Ends the only node of a product under load with `endProcess`, and waits until a new node answers. */
function endNode(
  endProcess: (pid: number) => void,
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly replacementLimitMs: number;
    readonly logPattern?: RegExp;
  },
): Promise<RowResult> {
  let [oldNodePid, replacementMs] = [0, -1];
  return tryFault({
    testbed: { args: ['--nodes', '1'], env: options.env },
    injectFault: async (testbed) => {
      oldNodePid = findNode(testbed);
      endProcess(oldNodePid);
      await waitUntil('the end of the node', 30_000, () => !isAlive(oldNodePid));
      replacementMs = await waitUntil(
        'another node',
        60_000,
        async () => (await fetch(`${testbed.origin}/healthz`)).ok,
      );
    },
    faultDurationMs: 0,
    answerLimitMs: 15_000,
    checkExpectations: (_observations, testbed) => {
      const failures: string[] = [];
      if (replacementMs > options.replacementLimitMs) failures.push(`another node answered after ${replacementMs} ms`);
      const lines = testbed.readErrorLines().join('\n');
      if (options.logPattern !== undefined && !options.logPattern.test(lines))
        failures.push('the log does not say why the node ended');
      if (lines.includes('maria.lim@')) failures.push('the log has an address of a person');
      return failures;
    },
    readFigures: () => ({ replacedMs: replacementMs }),
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills the server under load several times, and starts it again. */
function killServer(rounds: number): Promise<RowResult> {
  return withTestbed({}, async (testbed) => {
    const history = new ClientHistory();
    const people = await makeLoadPeople(testbed);
    const startTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const load = startLoad(testbed, people, history, round + 1);
      await wait(700 + 300 * round);
      await testbed.killProduct();
      await load.stop();
      startTimes.push(await testbed.startProduct());
    }
    const unknownCount = history.countWrites('unknown');
    await repeatUnknownWrites(testbed, history);
    const failures = await stopAndJudge(testbed, history);
    return {
      figures: {
        kills: rounds,
        acknowledged: history.countWrites('ok'),
        unknown: unknownCount,
        slowestStartMs: Math.max(...startTimes),
      },
      failures,
    };
  });
}

/** Stops the server under load, as a service manager does. */
function stopServer(): Promise<RowResult> {
  return withTestbed({}, async (testbed) => {
    const history = new ClientHistory();
    const people = await makeLoadPeople(testbed);
    const load = startLoad(testbed, people, history);
    await wait(2_000);
    const startMs = performance.now();
    const readyStatuses: number[] = [];
    const stopPromise = testbed.stopProduct();
    const probePromise = (async () => {
      while (testbed.isProductAlive()) {
        const requestStartMs = performance.now();
        const status = await fetch(`${testbed.origin}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        );
        // A request that arrives at the same time as the signal may still get a normal answer.
        if (requestStartMs > startMs + signalDelayMs) readyStatuses.push(status);
        await wait(20);
      }
    })();
    const { code, milliseconds } = await stopPromise;
    await load.stop();
    await probePromise;
    // A connection that was refused has brought no request to the server.
    const brokenAttempts = history.attempts.filter(
      ({ status, code: reason, endMs }) => status === 0 && reason !== 'ECONNREFUSED' && endMs > startMs,
    );
    const failures: string[] = [];
    if (code !== 0) failures.push(`it ended with ${code}`);
    if (milliseconds > 15_000) failures.push(`it ended after ${milliseconds} ms`);
    if (readyStatuses.includes(200)) failures.push('it was ready while it stopped');
    const unansweredWrites = await findUnansweredWrites(testbed, history);
    if (unansweredWrites.length > 0)
      failures.push(`${unansweredWrites.length} writes were made and not answered (${unansweredWrites[0]})`);
    await testbed.startProduct();
    await repeatUnknownWrites(testbed, history);
    failures.push(...(await stopAndJudge(testbed, history)));
    const figures = { exitCode: code ?? -1, stoppedMs: milliseconds, cutOff: brokenAttempts.length };
    return { figures: { acknowledged: history.countWrites('ok'), ...figures }, failures };
  });
}

/** Finds writes that the server has made but not answered. Writes that never reached the server are not included. */
async function findUnansweredWrites({ pool }: FaultTestbed, history: ClientHistory): Promise<readonly string[]> {
  const unknownWrites = history.writes.filter(({ outcome }) => outcome === 'unknown');
  const historyWithRefusedWrites = new ClientHistory();
  historyWithRefusedWrites.writes.push(...unknownWrites.map((write) => ({ ...write, outcome: 'refused' as const })));
  return findWrongWrites(pool, historyWithRefusedWrites);
}

/** Opens connections until the server has no file descriptor left, and closes them. */
function exhaustDescriptors(): Promise<RowResult> {
  const sockets: Promise<unknown>[] = [];
  const closeController = new AbortController();
  return tryFault({
    injectFault: async (testbed) => {
      const pid = testbed.product.node.pid ?? 0;
      const openDescriptorCount = Number(runProgram('sh', ['-c', `ls /proc/${pid}/fd | wc -l`]));
      runProgram('prlimit', ['--pid', String(pid), `--nofile=${openDescriptorCount + 4}:`]);
      const signal = closeController.signal;
      for (let count = 0; count < 60; count += 1)
        sockets.push(fetch(`${testbed.origin}/api/v1/brands`, { signal }).catch(() => undefined));
    },
    faultDurationMs: 5_000,
    endFault: async (testbed) => {
      closeController.abort();
      runProgram('prlimit', ['--pid', String(testbed.product.node.pid), '--nofile=4096:']);
      await Promise.all(sockets);
    },
    answerLimitMs: 15_000,
  });
}

/** Lets the server and two other busy programs share one processor. */
function starveProcessor(): Promise<RowResult> {
  const busyProcesses: ReturnType<typeof spawn>[] = [];
  return tryFault({
    injectFault: async (testbed) => {
      const pids = [testbed.product.node.pid ?? 0, ...findChildPids(testbed.product.node.pid ?? 0)];
      for (const pid of pids) runProgram('taskset', ['-a', '-p', '-c', '0', String(pid)]);
      const busyArguments = ['-c', '0', process.execPath, '-e', 'for (;;);'];
      for (let count = 0; count < 2; count += 1)
        busyProcesses.push(spawn('/usr/bin/taskset', busyArguments, { stdio: 'ignore' }));
    },
    faultDurationMs: 6_000,
    endFault: async (testbed) => {
      for (const busyProcess of busyProcesses) busyProcess.kill('SIGKILL');
      runProgram('taskset', ['-a', '-p', '-c', '0-63', String(testbed.product.node.pid)]);
    },
    answerLimitMs: 15_000,
  });
}

/** The rows about a server process that is killed, stopped or blocked, or that lacks a resource. */
export const processRows: readonly FaultRow[] = [
  {
    number: '1',
    name: 'server-killed',
    fault: 'the server is killed (kill -9) under load, four times',
    expected: 'no half state, ready again soon, nothing acknowledged lost',
    run: () => killServer(4),
  },
  {
    number: '3',
    name: 'server-stopped',
    fault: 'the server is stopped (SIGTERM) under load',
    expected:
      'not ready at once, what has begun is answered, exit code 0 within 15 s. A request may reach a connection that is just being closed; the same key makes it once',
    run: stopServer,
  },
  {
    number: '28',
    name: 'loop-blocked',
    fault: 'the event loop of the server is blocked for 5 s',
    expected: 'answers follow at once after it, what waited too long is 503; nothing lost',
    run: () =>
      tryFault({
        testbed: { env: { ...makeHookVariables(), OVERLOAD_DELAY_MS: '200' } },
        injectFault: async (testbed) => void testbed.product.node.kill(hookSignals.blockLoop),
        faultDurationMs: 5_500,
        recoveryLimitMs: 5_000,
        answerLimitMs: 15_000,
      }),
  },
  {
    number: '29',
    name: 'processor-short',
    fault: 'the server shares one processor with two busy programs for 6 s',
    expected: 'slower, never wrong',
    needs: ['taskset'],
    run: starveProcessor,
  },
  {
    number: '30',
    name: 'memory-short',
    fault: 'a node of `--nodes` with a heap of 160 MB fills it and ends',
    expected: 'another one answers within 30 s, nothing acknowledged lost',
    run: () =>
      endNode((pid) => sendSignal(pid, hookSignals.leakMemory), {
        env: makeHookVariables('--max-old-space-size=160'),
        replacementLimitMs: 30_000,
      }),
  },
  {
    number: '31',
    name: 'descriptors-short',
    fault: 'the server has no file descriptor left for 5 s (EMFILE)',
    expected: 'connections wait or are closed, never 500, everything works again after it',
    needs: ['prlimit', 'root'],
    run: exhaustDescriptors,
  },
  {
    number: '45',
    name: 'unhandled-rejection',
    fault: 'a node of `--nodes` has a rejection that nobody handles',
    expected: 'logged without personal data, the process ends, another one answers within 30 s',
    run: () =>
      endNode((pid) => sendSignal(pid, hookSignals.rejectPromise), {
        env: makeHookVariables(),
        replacementLimitMs: 30_000,
        logPattern: /nobody has caught/,
      }),
  },
];
