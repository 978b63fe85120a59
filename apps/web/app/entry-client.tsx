import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserClient } from './api.ts';
import { watchMissingFiles } from './missing-files.ts';
import { createQueryClient } from './query.ts';
import { createReauthenticatingClient, requestReauthentication } from './reauthentication.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session.ts';
import { readDocumentTheme } from './theme.ts';

watchMissingFiles();
// Hydration is a separate task: evaluating the modules was already a long task, and the page does not respond to input
// during a task.
setTimeout(hydrate);

function hydrate(): void {
  const queryClient = createQueryClient('browser');
  const router = createAppRouter({
    queryClient,
    client: createReauthenticatingClient(createBrowserClient(), requestReauthentication),
    // The site's public origin comes from the server's HTML. Behind a proxy or under a second host name, the origin in
    // the address bar may differ from the site's public origin.
    siteUrl: document.documentElement.dataset.site ?? location.origin,
    isPublicDemo: document.documentElement.dataset.demo !== undefined,
    theme: readDocumentTheme(),
  });
  // When the session has ended, the guards of protected pages redirect to the login, which returns to the page.
  watchSession(queryClient, () => void router.invalidate());

  hydrateRoot(document, <RouterClient router={router} />);
  // When the browser refuses the service worker, the site works without its offline page.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}
