import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import { type RouteAssets, routeAssets } from './build-route-assets.ts';

/**
 * Builds the application: `dist/client` (what browsers load), `dist/server/entry-server.js` (what the HTTP process
 * loads to render pages) and `dist/server/route-assets.json` (the scripts and style sheets of every route).
 */
async function buildWeb(root: string): Promise<void> {
  const started = performance.now();
  await rm(join(root, 'dist'), { recursive: true, force: true });
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: 'dist/client',
      manifest: true,
      rolldownOptions: { input: { main: join(root, 'entry-client.tsx') } },
    },
  });
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    // Everything is bundled: one file loads faster than a few hundred, and it runs without the packages of this room.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: 'dist/server',
      ssr: join(root, 'entry-server.tsx'),
      copyPublicDir: false,
      minify: false,
    },
  });
  const manifest = JSON.parse(await readFile(join(root, 'dist/client/.vite/manifest.json'), 'utf8')) as Manifest;
  const assets: RouteAssets = routeAssets(manifest);
  await writeFile(join(root, 'dist/server/route-assets.json'), JSON.stringify(assets));
  process.stdout.write(`web built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

await buildWeb(import.meta.dirname);
