/** Storage key for the time at which this browser last reloaded a page because of missing files. */
const reloadedAtKey = 'carhouse.reloaded-at';

/**
 * The errors of files of the application that did not load. The set stores the error objects, because browsers give
 * such an error different messages.
 */
const loadErrors = new WeakSet<object>();

/** Whether the error says that a file of the application did not load. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && loadErrors.has(error);
}

/**
 * Starts to record errors of files that do not load, and reloads the page after such an error. The function works only
 * in a browser.
 */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', (event) => {
    loadErrors.add(event.payload);
    reloadAtMostOncePerMinute(event);
  });
}

/**
 * Reloads a page that was opened before an update and requests files that no longer exist. The reloaded page has the
 * new file names. The page is reloaded at most once per minute. The page is not reloaded while offline, because the
 * reload would fail and typed text would be lost.
 */
function reloadAtMostOncePerMinute(event: Event): void {
  if (!navigator.onLine) return;
  const lastReloadMs = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - lastReloadMs < 60_000) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  event.preventDefault();
  location.reload();
}
