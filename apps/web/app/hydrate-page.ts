import type { QueryClient } from '@tanstack/react-query';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { reauthenticatingClient, requestReauthentication } from './reauthentication.ts';
import type { RouterContext } from './router-context.ts';
import { watchSession } from './session.ts';
import { themeOfDocument } from './theme.ts';

/** When this browser last loaded a page again because of missing files. */
const reloadedAt = 'carhouse.reloaded-at';

/**
 * What every page begins with in the browser, whichever entry hydrates it.
 * @param left called when the session is found to have ended
 */
export function hydratePage(left: (queryClient: QueryClient) => void): RouterContext {
  window.addEventListener('vite:preloadError', reloadOnce);
  const queryClient = createQueryClient('browser');
  watchSession(queryClient, () => left(queryClient));
  return {
    queryClient,
    client: reauthenticatingClient(browserClient(), requestReauthentication),
    // As the server wrote it: behind a proxy or on a second name the address bar may say another.
    siteUrl: document.documentElement.dataset.site ?? location.origin,
    publicDemo: document.documentElement.dataset.demo !== undefined,
    theme: themeOfDocument(),
  };
}

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
