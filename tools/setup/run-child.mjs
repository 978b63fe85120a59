import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolder } from './project.mjs';

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Time limit in milliseconds within which the tests must stop the processes that they started. */
const defaultStopTimeoutMs = 20_000;

/**
 * Runs a command in the checkout. A stop signal to this process first stops the child, then this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, stopTimeout?: number }} [options] quiet: return the output
 * instead of printing it; stopTimeout: milliseconds after a stop signal until the child is killed
 * @returns {Promise<{ code: number, output: string }>} code 127 when the command cannot be started
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectFolder,
      env: options.env ?? process.env,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    let isStopping = false;
    /**
     * npm forwards Ctrl-C, so the signal arrives twice. The second signal is ignored. @param {NodeJS.Signals} signal
     */
    const stop = (signal) => {
      if (isStopping) return;
      isStopping = true;
      child.once('exit', () => process.exit(128 + constants.signals[signal]));
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), options.stopTimeout ?? defaultStopTimeoutMs).unref();
    };
    for (const signal of stopSignals) process.on(signal, stop);
    /** @param {number} code */
    const finishChild = (code) => {
      for (const signal of stopSignals) process.removeListener(signal, stop);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finishChild(127);
    });
    child.once('close', (code, signal) => finishChild(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
