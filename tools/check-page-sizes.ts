import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RouteAssets } from '@carhouse/web/build/build-route-assets';

/**
 * What the built home page loads before it can be seen and used, all that comes without the visitor doing anything: its
 * scripts and style sheets, compressed. Of the scripts, React and the query cache are 78 KB in gzip, 69 KB in Brotli, which
 * browsers are sent; the router comes with the first step to another page (decision 0028).
 */
const limits = { 'scripts, gzip': 115_000, 'scripts, Brotli': 100_000, 'styles, gzip': 15_000 };

const dist = join(import.meta.dirname, '../apps/web/dist');
const assets = JSON.parse(readFileSync(join(dist, 'server/route-assets.json'), 'utf8')) as RouteAssets;
const { home } = assets;
const scripts = contents([...home.preloads, ...(home.scripts ?? []).flatMap(({ attrs }) => attrs.src ?? [])]);
const styles = contents(home.css);
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
