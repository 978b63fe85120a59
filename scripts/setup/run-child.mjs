import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolder } from './project.mjs';

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command in the checkout to its end. A stop signal to this process ends the child first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] quiet: keep the output instead of showing it
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
    const stopHandlers = stopSignals.map((signal) => {
      const handler = () => {
        child.kill(signal);
        child.once('close', () => process.exit(128 + constants.signals[signal]));
      };
      process.once(signal, handler);
      return { signal, handler };
    });
    /** @param {number} code */
    const finish = (code) => {
      for (const { signal, handler } of stopHandlers) process.removeListener(signal, handler);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once('close', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
