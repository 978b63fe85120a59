import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RouteAssets } from '@carhouse/web/build-route-assets';

/**
 * What the built home page loads before it can be seen and used: its scripts and style sheets, compressed.
 * Of the scripts, React, the router and the query cache are 108 KB in gzip, 95 KB in Brotli, which browsers are sent.
 */
const limits = { 'scripts, gzip': 148_000, 'scripts, Brotli': 128_500, 'styles, gzip': 15_000 };
const home = ['__root__', '/_public', '/_public/'];

const dist = join(import.meta.dirname, '../web/dist');
const assets = JSON.parse(readFileSync(join(dist, 'server/route-assets.json'), 'utf8')) as RouteAssets;
const routes = home.map((id) => assets.routes[id]).filter((route) => route !== undefined);
if (routes.length !== home.length) throw new Error(`The build has not all of ${home.join(', ')}.`);

const scripts = contents(routes.flatMap((route) => [...route.preloads, ...srcOf(route)]));
const styles = contents(routes.flatMap((route) => route.css));
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

function srcOf(route: RouteAssets['routes'][string]): string[] {
  return (route.scripts ?? []).map(({ attrs }) => attrs.src);
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
