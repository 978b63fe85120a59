// This file is loaded into the server before the server's own code. The file passes the launcher's stop signals to the
// server once, even when they arrive in several ways. The file also stops the server when the launcher is killed, which
// closes the channel between them.
import { isMainThread } from 'node:worker_threads';

/** A second stop signal within this time in milliseconds counts as part of the first signal. */
const repeatedSignalMs = 1000;
let lastSignalAt = Number.NEGATIVE_INFINITY;

if (isMainThread && process.channel) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, handleSignal);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) stopOnce(String(message.stop));
  });
  process.on('disconnect', () => stopOnce('SIGTERM'));
  // The open channel to the launcher alone must not keep the process alive.
  process.channel.unref();
}

/** @param {string} signal */
function stopOnce(signal) {
  if (performance.now() - lastSignalAt < repeatedSignalMs) return;
  process.kill(process.pid, signal);
}

/** @param {NodeJS.Signals} signal */
function handleSignal(signal) {
  lastSignalAt = performance.now();
  if (process.listenerCount(signal) > 1) return;
  // The server has no handler of its own for this signal. SIGHUP, which a closed terminal sends, becomes SIGTERM.
  // Signals other than SIGHUP end the process by default.
  if (signal === 'SIGHUP') {
    process.kill(process.pid, 'SIGTERM');
    return;
  }
  process.removeListener(signal, handleSignal);
  process.kill(process.pid, signal);
}
