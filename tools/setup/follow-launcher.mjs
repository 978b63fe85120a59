// Loaded into the server before its own code. It brings the launcher's stop wishes to the server once, however many ways
// they come, and stops the server when the launcher dies without a word (its end of the channel closes).
import { isMainThread } from 'node:worker_threads';

/** A wish that comes within this time after a signal is the same wish. In milliseconds. */
const sameWish = 1000;
let lastSignalAt = Number.NEGATIVE_INFINITY;

if (isMainThread && process.channel) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, noteSignal);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) stopOnce(String(message.stop));
  });
  process.on('disconnect', () => stopOnce('SIGTERM'));
  // The channel alone must not keep a finished server alive.
  process.channel.unref();
}

/** @param {string} signal */
function stopOnce(signal) {
  if (performance.now() - lastSignalAt < sameWish) return;
  process.kill(process.pid, signal);
}

/** @param {NodeJS.Signals} signal */
function noteSignal(signal) {
  lastSignalAt = performance.now();
  if (process.listenerCount(signal) > 1) return;
  // The server does not handle this one: a closed terminal then means SIGTERM, and the others end the process as usual.
  if (signal === 'SIGHUP') {
    process.kill(process.pid, 'SIGTERM');
    return;
  }
  process.removeListener(signal, noteSignal);
  process.kill(process.pid, signal);
}
