import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  ],
  // Two copies of React on one page break hooks; workspaces make that easy to get.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2023',
    // The content policy of the pages allows no data: addresses for scripts and fonts, so every asset is a file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
