import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';
import { browserClient } from './api.ts';
import { createQueryClient } from './query.ts';
import { createAppRouter } from './router.tsx';
import { themeOfDocument } from './theme.ts';

const router = createAppRouter({
  queryClient: createQueryClient('browser'),
  client: browserClient(),
  theme: themeOfDocument(),
});

hydrateRoot(document, <RouterClient router={router} />);
