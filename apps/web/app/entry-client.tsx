import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { reauthenticatingClient, requestReauthentication } from './reauthentication.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session.ts';
import { themeOfDocument } from './theme.ts';

/** When this browser last loaded a page again because of missing files. */
const reloadedAt = 'carhouse.reloaded-at';

/**
 * A page opened before an update asks for files that are gone: the new page has the new names. Once a minute at most, and
 * not without a connection: then no page would come either, and what was typed here would be lost.
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
const queryClient = createQueryClient('browser');
const router = createAppRouter({
  queryClient,
  client: reauthenticatingClient(browserClient(), requestReauthentication),
  // As the server wrote it: behind a proxy or on a second name the address bar may say another.
  siteUrl: document.documentElement.dataset.site ?? location.origin,
  publicDemo: document.documentElement.dataset.demo !== undefined,
  theme: themeOfDocument(),
});
// The guards of protected pages lead to login when the session has ended, and back.
watchSession(queryClient, () => void router.invalidate());

hydrateRoot(document, <RouterClient router={router} />);
