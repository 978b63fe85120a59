import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { reauthenticatingClient, requestReauthentication } from './reauthentication.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session.ts';
import { themeOfDocument } from './theme.ts';

/** Key of the time at which this browser last reloaded the page because of missing files. */
const reloadedAt = 'carhouse.reloaded-at';

/**
 * A page opened before an update requests files that no longer exist; a reload gets the new names. At most once per minute,
 * and not while offline: the reload would fail, and typed text would be lost.
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
// A separate task: evaluating the modules was a long one, and the page does not respond to input while a task runs.
setTimeout(hydrate);

function hydrate(): void {
  const queryClient = createQueryClient('browser');
  const router = createAppRouter({
    queryClient,
    client: reauthenticatingClient(browserClient(), requestReauthentication),
    // As the server rendered it: behind a proxy or under a second name, the address bar may differ.
    siteUrl: document.documentElement.dataset.site ?? location.origin,
    publicDemo: document.documentElement.dataset.demo !== undefined,
    theme: themeOfDocument(),
  });
  // The guards of protected pages redirect to login when the session has ended, and back.
  watchSession(queryClient, () => void router.invalidate());

  hydrateRoot(document, <RouterClient router={router} />);
  // Without one, or where the browser refuses it, there is no offline page and nothing else is missing.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}
