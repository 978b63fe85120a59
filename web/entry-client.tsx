import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { createAppRouter } from './router.tsx';
import { watchSession } from './session.ts';
import { askToReturn, returningClient } from './session-return.ts';
import { themeOfDocument } from './theme.ts';

// A page opened before an update asks for files that are gone: the new page has the new names. Once a minute at most.
const reloadedAt = 'carhouse.reloaded-at';
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  event.preventDefault();
  location.reload();
});

const queryClient = createQueryClient('browser');
const router = createAppRouter({
  queryClient,
  client: returningClient(browserClient(), askToReturn),
  // As the server wrote it: behind a proxy or on a second name the address bar may say another.
  siteUrl: document.documentElement.dataset.site ?? location.origin,
  theme: themeOfDocument(),
});

// The guards of protected pages then lead to login, and back.
watchSession(queryClient, () => void router.invalidate());

hydrateRoot(document, <RouterClient router={router} />);
