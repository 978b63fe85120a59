import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { makeChunkOptions } from './build/build-chunks.ts';
import { listRouteAssets } from './build/build-route-assets.ts';
import { readPageStyles } from './build/build-styles.ts';
import type { PageAssets } from './build/page-assets.ts';
import { writeOfflinePage } from './build/write-offline-page.ts';

/**
 * Builds the web app into `target` (by default `dist`). The result is `client` for browsers, `server/entry-server.js`,
 * with which the server renders pages, and `server/page-assets.json` with the scripts and style sheets of every route.
 * The files are built in a separate folder and moved at the end, so that a failed build leaves the previous one
 * unchanged.
 */
async function buildWeb(root: string, targetFolder: string, language: string): Promise<void> {
  const startedAtMs = performance.now();
  const outputFolder = join(root, '.cache', `build-${process.pid}`);
  const configFile = join(root, 'vite.config.ts');
  const input = { main: join(root, 'app/entry-client.tsx') };
  const { plugins, groups } = makeChunkOptions(root);
  await build({
    configFile,
    logLevel: 'warn',
    plugins,
    build: {
      outDir: join(outputFolder, 'client'),
      manifest: true,
      rolldownOptions: {
        input,
        // This option makes the bundler inline constants that are imported from other files.
        optimization: { inlineConst: true },
        output: { codeSplitting: { groups } },
      },
    },
  });
  await build({
    configFile,
    logLevel: 'warn',
    // All packages are bundled: one folder loads faster than a few hundred packages, and the server needs no installed
    // packages of the web app.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(outputFolder, 'server'),
      ssr: join(root, 'app/entry-server.tsx'),
      copyPublicDir: false,
      // The bundle is minified, because the router sends some of its functions with every page.
      minify: true,
    },
  });
  const manifest = JSON.parse(await readFile(join(outputFolder, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  const { routes, entry } = listRouteAssets(manifest);
  const pageAssets: PageAssets = {
    routes,
    entry,
    ...readPageStyles(await readStyleSheets(join(outputFolder, 'client'), routes)),
  };
  await writeFile(join(outputFolder, 'server/page-assets.json'), JSON.stringify(pageAssets));
  await writeOfflinePage(join(outputFolder, 'client'), join(root, 'messages', language));
  await compressFiles(join(outputFolder, 'client/assets'));
  await rm(targetFolder, { recursive: true, force: true });
  await rename(outputFolder, targetFolder);
  process.stdout.write(`web built in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s\n`);
}

/** Reads the style sheets of all routes by their URL; the style sheets of the root come first. */
async function readStyleSheets(client: string, routes: PageAssets['routes']): Promise<Record<string, string>> {
  const sheetHrefs = [...new Set(Object.values(routes).flatMap(({ css }) => css))];
  const sheetTexts = await Promise.all(sheetHrefs.map((href) => readFile(join(client, href), 'utf8')));
  return Object.fromEntries(sheetHrefs.map((href, index) => [href, sheetTexts[index] ?? '']));
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** Minimum size in bytes: compression does not make smaller files smaller. */
const compressedFileMinimumBytes = 1024;

/** Writes `x.js.br` and `x.js.gz` beside `x.js`, so that the server need not compress files at run time. */
async function compressFiles(folder: string): Promise<void> {
  const fileNames = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name));
  await Promise.all(
    fileNames.map(async (name) => {
      const content = await readFile(join(folder, name));
      if (content.length < compressedFileMinimumBytes) return;
      const brotliBytes = await toBrotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      });
      await writeFile(join(folder, `${name}.br`), brotliBytes);
      await writeFile(join(folder, `${name}.gz`), await toGzip(content, { level: 9 }));
    }),
  );
}

const runFile = promisify(execFile);

/**
 * Type-checks the messages of a language: a missing message, or a message with other parameters than the English one,
 * is a type error.
 * @param root folder of the web app
 * @param folder folder of the language under `messages/`
 */
async function checkLanguage(root: string, folder: string): Promise<void> {
  const languageCheckFolder = join(root, '.cache', `language-${process.pid}`);
  const typeScriptConfig = {
    extends: '../../tsconfig.json',
    compilerOptions: { noEmit: true, incremental: false, paths: { '#messages/*': [`../../messages/${folder}/*.ts`] } },
    include: ['../../**/*.ts', '../../**/*.tsx'],
    exclude: ['../../dist', '../../messages/en', '../../**/*.test.ts', '../../build.ts', '../../vite.config.ts'],
  };
  await mkdir(languageCheckFolder, { recursive: true });
  try {
    await writeFile(join(languageCheckFolder, 'tsconfig.json'), JSON.stringify(typeScriptConfig));
    const compilerPath = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
    await runFile(process.execPath, [compilerPath, '-p', languageCheckFolder, '--pretty', 'false'], {
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const message = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(`The texts of ${folder} are not whole:\n${message}`, { cause: error });
  } finally {
    await rm(languageCheckFolder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, out: { type: 'string', default: 'dist' } },
});
if (!existsSync(join(import.meta.dirname, 'messages', values.language))) {
  throw new Error(
    `There is no folder apps/web/messages/${values.language}: apps/web/messages/README.md says how to add a language.`,
  );
}
process.env.CARHOUSE_BUILD_LANGUAGE = values.language;
if (values.language !== 'en') await checkLanguage(import.meta.dirname, values.language);
await buildWeb(import.meta.dirname, resolve(import.meta.dirname, values.out), values.language);
