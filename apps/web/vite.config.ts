import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { makeScopedClassName } from './build/build-styles.ts';
import { stripCallSchemas } from './build/strip-call-schemas.ts';

/**
 * The language: the name of a folder under messages/ (messages/README.md). The build sets the language; the default is
 * English.
 */
const language = process.env.CARHOUSE_BUILD_LANGUAGE ?? 'en';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './route-tree.gen.ts',
      autoCodeSplitting: true,
      // The queries of a page are loaded with the page. The script of every page has the definitions of all routes, but a
      // page needs only the code of the API calls that it makes.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      addExtensions: true,
      tmpDir: './.cache/router',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    stripCallSchemas(join(import.meta.dirname, '../../packages/contract/')),
  ],
  // React is bundled only once: two copies on one page would break hooks, and workspaces can easily cause them.
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: [
      { find: /^#messages\/(.+)$/, replacement: `${import.meta.dirname}/messages/${language}/$1.ts` },
      // React itself has had `useSyncExternalStore` since version 18, so this alias removes the compatibility package
      // (`shim`).
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // Vite finds the dependencies before the first request. If Vite found a dependency later, the page would reload while
  // a user clicks.
  optimizeDeps: { entries: ['app/entry-client.tsx', 'routes/**/*.tsx'] },
  css: { modules: { generateScopedName: makeScopedClassName } },
  build: {
    target: 'es2023',
    // The content security policy allows no `data:` URLs for scripts and fonts, so every asset is a file.
    assetsInlineLimit: 0,
    // Each page lists all files that it needs. Vite's list of the files of later pages is not added, because this list
    // is larger than the saving by preloading.
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      // The script of every page names the files of all routes, and this list cannot be compressed well. The many
      // routes of the dashboard have only a hash; `dist/server/page-assets.json` says which file belongs to which
      // route.
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/routes/dashboard/') ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js',
      },
    },
  },
});
