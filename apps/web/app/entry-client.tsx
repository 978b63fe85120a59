import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { createAppRouter } from './router.tsx';
import { startPage } from './start-page.ts';

// The guards of protected pages lead to login when the session has ended, and back.
const context = startPage(() => void router.invalidate());
const router = createAppRouter(context);

hydrateRoot(document, <RouterClient router={router} />);
