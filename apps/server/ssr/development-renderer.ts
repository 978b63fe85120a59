import { join } from 'node:path';
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import type { PageRenderer, PageRequest, PageSettings } from './page-renderer.ts';

type ServerEntry = {
  renderPage(page: PageRequest & PageSettings & { readonly assets: unknown }): Promise<Response>;
};

// React's plugin needs this script before any component. Vite would add it to an HTML file, but the product has none.
const refreshScript = [
  'import { injectIntoGlobalHook } from "/@react-refresh";',
  'injectIntoGlobalHook(window);',
  'window.$RefreshReg$ = () => {};',
  'window.$RefreshSig$ = () => (type) => type;',
].join('\n');

const assets = {
  routes: { __root__: { css: ['/styles/main.css'], preloads: [] } },
  scripts: [
    { attrs: { type: 'module' }, children: refreshScript },
    { attrs: { type: 'module', src: '/@vite/client' } },
    { attrs: { type: 'module', src: '/app/entry-client.tsx' } },
  ],
  styles: {},
  fonts: [],
};

/**
 * Returns the renderer for development. Vite runs inside the server, reloads changed source files and pushes the
 * changes to the browser.
 */
export async function createDevelopmentRenderer(
  app: FastifyInstance,
  webRoot: string,
  settings: PageSettings,
): Promise<PageRenderer> {
  // Vite is imported dynamically, because the production install has no Vite.
  const { createServer } = await import('vite');
  const viteServer = await createServer({
    configFile: join(webRoot, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  await app.register(middie);
  app.use(viteServer.middlewares);
  app.addHook('onClose', () => viteServer.close());
  return async (page) => {
    const entry = (await viteServer.ssrLoadModule('/app/entry-server.tsx')) as ServerEntry;
    return entry.renderPage({ ...page, assets, ...settings });
  };
}
