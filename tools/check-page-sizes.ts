import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PageAssets } from '@carhouse/web/build/page-assets';

/**
 * Limits on the compressed scripts and style sheets that the built home page loads without an action of the visitor. In
 * gzip, React is 67 KB of the scripts, and router and query cache are 38 KB (decision 0047).
 */
const limits = { 'scripts, gzip': 130_000, 'scripts, Brotli': 115_000, 'styles, gzip': 15_000 };
/** The routes of Home that have separate files. The files of the layout belong to the root route. */
const home = ['__root__', '/_public/'];

const distFolder = join(import.meta.dirname, '../apps/web/dist');
const assets = JSON.parse(readFileSync(join(distFolder, 'server/page-assets.json'), 'utf8')) as PageAssets;
const files = home.map((id) => {
  const routeAssets = assets.routes[id];
  if (routeAssets === undefined) throw new Error(`The build names no files of the route ${id}.`);
  return routeAssets;
});
const scripts = readContents(files.flatMap(({ preloads }) => preloads));
// The page contains the texts of its style sheets one after the other, and the whole page is compressed.
const styles = [Buffer.concat(readContents(files.flatMap(({ css }) => css)))];
const sizes: Record<keyof typeof limits, number> = {
  'scripts, gzip': sumSizes(scripts.map((file) => gzipSync(file, { level: 9 }).length)),
  'scripts, Brotli': sumSizes(scripts.map((file) => brotliCompressSync(file).length)),
  'styles, gzip': sumSizes(styles.map((file) => gzipSync(file, { level: 9 }).length)),
};

for (const [name, limit] of Object.entries(limits)) {
  const size = sizes[name as keyof typeof limits];
  console.log(
    `Home, ${name}: ${formatKilobytes(size)} of ${formatKilobytes(limit)}${size > limit ? ': TOO LARGE' : ''}`,
  );
  if (size > limit) process.exitCode = 1;
}

function readContents(files: readonly string[]): Buffer[] {
  return [...new Set(files)].map((file) => readFileSync(join(distFolder, 'client', file)));
}

function sumSizes(assetSizes: readonly number[]): number {
  return assetSizes.reduce((total, assetSize) => total + assetSize, 0);
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
