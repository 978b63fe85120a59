import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PageAssets } from '@carhouse/web/build/page-assets';

/**
 * What the built home page loads before it can be seen and used, all that comes without the visitor doing anything: its
 * scripts and style sheets, compressed. React is 67 KB of the scripts in gzip, router and query cache are 38 KB (decision
 * 0047).
 */
const limits = { 'scripts, gzip': 130_000, 'scripts, Brotli': 115_000, 'styles, gzip': 15_000 };
/** The routes of Home that have files of their own: those of the frame are in the root's. */
const home = ['__root__', '/_public/'];

const dist = join(import.meta.dirname, '../apps/web/dist');
const assets = JSON.parse(readFileSync(join(dist, 'server/page-assets.json'), 'utf8')) as PageAssets;
const files = home.map((id) => {
  const found = assets.routes[id];
  if (found === undefined) throw new Error(`The build names no files of the route ${id}.`);
  return found;
});
const scripts = contents(files.flatMap(({ preloads }) => preloads));
// Their texts stand in the page one after the other, and are compressed with it.
const styles = [Buffer.concat(contents(files.flatMap(({ css }) => css)))];
const sizes: Record<keyof typeof limits, number> = {
  'scripts, gzip': sum(scripts.map((file) => gzipSync(file, { level: 9 }).length)),
  'scripts, Brotli': sum(scripts.map((file) => brotliCompressSync(file).length)),
  'styles, gzip': sum(styles.map((file) => gzipSync(file, { level: 9 }).length)),
};

for (const [name, limit] of Object.entries(limits)) {
  const size = sizes[name as keyof typeof limits];
  console.log(`Home, ${name}: ${kilobytes(size)} of ${kilobytes(limit)}${size > limit ? ': TOO LARGE' : ''}`);
  if (size > limit) process.exitCode = 1;
}

function contents(files: readonly string[]): Buffer[] {
  return [...new Set(files)].map((file) => readFileSync(join(dist, 'client', file)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
