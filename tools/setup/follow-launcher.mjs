// This file is loaded into the server before the server's own code. The file passes the launcher's stop signals to the
// server once, even when they arrive in several ways. The file also stops the server when the launcher is killed, which
// closes the channel between them.
import { isMainThread } from 'node:worker_threads';

/** A second stop signal within this time in milliseconds counts as part of the first one. */
const signalWindow = 1000;
let lastSignalAt = Number.NEGATIVE_INFINITY;

if (isMainThread && process.channel) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, noteSignal);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) stopOnce(String(message.stop));
  });
  process.on('disconnect', () => stopOnce('SIGTERM'));
  // The open channel alone must not keep the process alive.
  process.channel.unref();
}

/** @param {string} signal */
function stopOnce(signal) {
  if (performance.now() - lastSignalAt < signalWindow) return;
  process.kill(process.pid, signal);
}

/** @param {NodeJS.Signals} signal */
function noteSignal(signal) {
  lastSignalAt = performance.now();
  if (process.listenerCount(signal) > 1) return;
  // The server has no handler for this signal. SIGHUP, which a closed terminal sends, becomes SIGTERM. The other
  // signals end the process by default.
  if (signal === 'SIGHUP') {
    process.kill(process.pid, 'SIGTERM');
    return;
  }
  process.removeListener(signal, noteSignal);
  process.kill(process.pid, signal);
}
