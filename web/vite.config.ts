import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stripCallSchemas } from './strip-call-schemas.ts';

/** The folder under texts/ (texts/README.md). The build sets it; English else. */
const language = process.env.CARHOUSE_BUILD_LANGUAGE ?? 'en';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './route-tree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      tmpDir: './.cache/router',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    stripCallSchemas(join(import.meta.dirname, '../contract/')),
  ],
  // Two copies of React on one page break hooks; workspaces make that easy to get.
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: [{ find: /^#texts\/(.+)$/, replacement: `${import.meta.dirname}/texts/${language}/$1.ts` }],
  },
  // Found before the first page is asked for: one that comes up later would load the page anew under somebody's click.
  optimizeDeps: { entries: ['entry-home.tsx', 'entry-client.tsx', 'routes/**/*.tsx'] },
  build: {
    target: 'es2023',
    // The content policy of the pages allows no data: addresses for scripts and fonts, so every asset is a file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
