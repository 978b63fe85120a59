import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeProductEnvironment } from './node-runtime.mjs';
import { projectFolder } from './project.mjs';

/**
 * Signals within this time in milliseconds count as one signal. Ctrl-C reaches npm, this process and the server, and
 * npm forwards it again.
 */
const repeatedSignalMs = 1000;
/** Folder of Node's compile cache for the TypeScript files. The cache saves a quarter of the time of a later start. */
const compileCacheFolder = join(projectFolder, '.cache', 'compiled');
/**
 * Time in milliseconds after which this process forwards a signal to the server. The terminal sends its signal to the
 * server too, and the terminal's signal must arrive first.
 */
const signalForwardDelayMs = 100;

/**
 * Runs the server in this process's group, and exits with its exit code.
 * The server receives stop signals exactly once, and stops when this process is killed (follow-launcher.mjs).
 * @param {string} node path of the executable
 * @param {string[]} args arguments for apps/server/main.ts
 */
export function runServer(node, args) {
  const followerUrl = pathToFileURL(join(projectFolder, 'tools/setup/follow-launcher.mjs')).href;
  const child = spawn(node, [`--import=${followerUrl}`, join(projectFolder, 'apps/server/main.ts'), ...args], {
    cwd: projectFolder,
    env: makeProductEnvironment(node, { NODE_COMPILE_CACHE: compileCacheFolder }),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    const now = performance.now();
    if (now - lastSignalAt < repeatedSignalMs) return;
    if (lastSignalAt > 0) child.kill(signal);
    else setTimeout(() => child.connected && child.send({ stop: signal }), signalForwardDelayMs);
    lastSignalAt = now;
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  // At the signal SIGUSR2, a server with several nodes replaces its nodes. A server without the option `--nodes` does
  // not handle the signal SIGUSR2.
  if (args.some((argument) => argument.startsWith('--nodes'))) process.on('SIGUSR2', () => child.kill('SIGUSR2'));
  if (process.env.npm_lifecycle_event) callWhenParentDies(() => stop('SIGTERM'));
  child.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
}

/**
 * Calls `handleParentEnd` when npm has ended without a signal to this process, because npm forwards only SIGINT and SIGTERM.
 * @param {() => void} handleParentEnd
 */
function callWhenParentDies(handleParentEnd) {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    handleParentEnd();
  }, 500);
}
