import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { chunkGroups, findModulesOf } from './build-chunks.ts';
import { type RouteAssets, routeAssets } from './build-route-assets.ts';
import { checkLanguage } from './check-language.ts';

/**
 * Builds the application into `target`, `dist` unless told otherwise: `client` (what browsers load), `server/entry-server.js` (what the HTTP process
 * loads to render pages) and `dist/server/route-assets.json` (the scripts and style sheets of every route).
 * Everything is made beside `dist` and put in its place at the end: a failed build leaves the last one as it was.
 */
async function buildWeb(root: string, target: string): Promise<void> {
  const started = performance.now();
  const fresh = join(root, '.cache', `build-${process.pid}`);
  const configFile = join(root, 'vite.config.ts');
  const input = { main: join(root, 'entry-client.tsx'), home: join(root, 'entry-home.tsx') };
  const [home, application] = [findModulesOf(input.home), findModulesOf(input.main)];
  await build({
    configFile,
    logLevel: 'warn',
    plugins: [home.plugin, application.plugin],
    build: {
      outDir: join(fresh, 'client'),
      manifest: true,
      rolldownOptions: {
        input,
        output: { codeSplitting: { groups: chunkGroups(home, application) } },
      },
    },
  });
  await build({
    configFile,
    logLevel: 'warn',
    // Everything is bundled: one folder loads faster than a few hundred packages, and runs without this room's own.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(fresh, 'server'),
      ssr: join(root, 'entry-server.tsx'),
      copyPublicDir: false,
      // The router sends functions of this bundle along with every page.
      minify: true,
    },
  });
  const manifest = JSON.parse(await readFile(join(fresh, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  const assets: RouteAssets = routeAssets(manifest);
  await writeFile(join(fresh, 'server/route-assets.json'), JSON.stringify(assets));
  await compressFiles(join(fresh, 'client/assets'));
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
  process.stdout.write(`web built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** Smaller files gain nothing from compression, in bytes. */
const worthCompressing = 1024;

/** Puts `x.js.br` and `x.js.gz` beside `x.js`, so that the server compresses nothing while it runs. */
async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      if (content.length < worthCompressing) return;
      const brotli = await toBrotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      });
      await writeFile(join(folder, `${name}.br`), brotli);
      await writeFile(join(folder, `${name}.gz`), await toGzip(content, { level: 9 }));
    }),
  );
}

const { values } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, out: { type: 'string', default: 'dist' } },
});
if (!existsSync(join(import.meta.dirname, 'texts', values.language))) {
  throw new Error(`There is no folder web/texts/${values.language}: web/texts/README.md says how to add a language.`);
}
process.env.CARHOUSE_BUILD_LANGUAGE = values.language;
if (values.language !== 'en') await checkLanguage(import.meta.dirname, values.language);
await buildWeb(import.meta.dirname, resolve(import.meta.dirname, values.out));
