import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { scopedName } from './build/build-styles.ts';
import { stripCallSchemas } from './build/strip-call-schemas.ts';

/** The folder under messages/ (messages/README.md). The build sets it; English else. */
const language = process.env.CARHOUSE_BUILD_LANGUAGE ?? 'en';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './route-tree.gen.ts',
      autoCodeSplitting: true,
      // What a page asks for comes with it: every page knows all routes, and none of their calls.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      addExtensions: true,
      tmpDir: './.cache/router',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    stripCallSchemas(join(import.meta.dirname, '../../packages/contract/')),
  ],
  // Two copies of React on one page break hooks; workspaces make that easy to get.
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: [
      { find: /^#messages\/(.+)$/, replacement: `${import.meta.dirname}/messages/${language}/$1.ts` },
      // React itself has `useSyncExternalStore` since version 18, so the shim is replaced.
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // Found before the first page is asked for: one that comes up later would load the page again under a user's click.
  optimizeDeps: { entries: ['app/entry-client.tsx', 'routes/**/*.tsx'] },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    // The content policy of the pages allows no data: addresses for scripts and fonts, so every asset is a file.
    assetsInlineLimit: 0,
    // A page names all files that it needs itself. For the pages to come the list of every file weighs more than it saves.
    modulePreload: false,
    reportCompressedSize: false,
  },
});
