/** Storage key for the time at which this browser last reloaded a page because of missing files. */
const reloadedAt = 'carhouse.reloaded-at';

/** The errors of files of the application that did not load. Browsers word them differently, so they are kept and not read. */
const failures = new WeakSet<object>();

/** Whether a file of the application did not load and this is the error of it. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

/** Follows the files of the application that do not load, from now on. Browser only. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    failures.add(event.payload);
    reloadOnce(event);
  });
}

/**
 * Reloads a page that was opened before an update and requests files that no longer exist; the reload gets the new file
 * names. It reloads at most once per minute, and not while offline, because the reload would fail and typed text would be
 * lost.
 */
function reloadOnce(event: Event): void {
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  event.preventDefault();
  location.reload();
}
