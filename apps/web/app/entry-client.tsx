import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { reauthenticatingClient, requestReauthentication } from './reauthentication.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session.ts';
import { themeOfDocument } from './theme.ts';

/** Storage key for the time at which this browser last reloaded a page because of missing files. */
const reloadedAt = 'carhouse.reloaded-at';

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

window.addEventListener('vite:preloadError', reloadOnce);
// Hydration is a separate task: evaluating the modules was already a long task, and the page does not respond to input
// during a task.
setTimeout(hydrate);

function hydrate(): void {
  const queryClient = createQueryClient('browser');
  const router = createAppRouter({
    queryClient,
    client: reauthenticatingClient(browserClient(), requestReauthentication),
    // The origin is the one that the server rendered: behind a proxy or under a second host name, that of the address bar
    // may differ.
    siteUrl: document.documentElement.dataset.site ?? location.origin,
    publicDemo: document.documentElement.dataset.demo !== undefined,
    theme: themeOfDocument(),
  });
  // When the session has ended, the guards of protected pages redirect to the login, which returns to the page.
  watchSession(queryClient, () => void router.invalidate());

  hydrateRoot(document, <RouterClient router={router} />);
  // When the browser refuses the service worker, only the offline page is missing.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}
