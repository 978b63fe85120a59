import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { hydratePage } from './hydrate-page.ts';
import { createAppRouter } from './router.tsx';

// The guards of protected pages lead to login when the session has ended, and back.
const context = hydratePage(() => void router.invalidate());
const router = createAppRouter(context);

hydrateRoot(document, <RouterClient router={router} />);
