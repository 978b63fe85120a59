import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { setPageHeaders } from './page-headers.ts';

const folder = join(import.meta.dirname, '..', 'browser');

/** Each script for the browser and the files from which it is built, dependencies first. */
const moduleNamesByScript: Record<string, readonly string[]> = {
  'stripe.js': ['frame-link', 'element', 'challenge-dialog', 'stripe'],
  'field.js': ['card-input', 'field-frame'],
  'controller.js': ['card-input', 'provider-calls', 'controller-frame'],
  'challenge.js': ['challenge-frame'],
};
const pageFiles = ['field.html', 'controller.html'];
const styleFiles = ['field.css', 'page.css'];

/** Adds the files below `/v3`: the script that defines `window.Stripe`, and the frames that it opens. */
export async function addBrowserRoutes(app: FastifyInstance): Promise<void> {
  for (const [name, moduleNames] of Object.entries(moduleNamesByScript)) {
    const body = await joinScript(moduleNames);
    app.get(`/v3/${name}`, (_request, reply) => sendAsset(reply, 'text/javascript; charset=utf-8', body));
  }
  for (const name of pageFiles) {
    const body = await readFile(join(folder, name), 'utf8');
    app.get(`/v3/${name}`, (_request, reply) => sendAsset(reply, 'text/html; charset=utf-8', body));
  }
  for (const name of styleFiles) {
    const body = await readFile(join(folder, name), 'utf8');
    app.get(`/v3/${name}`, (_request, reply) => sendAsset(reply, 'text/css; charset=utf-8', body));
  }
}

/**
 * Joins ES modules of one folder into one classic script, because `window.Stripe` must be defined when its load event
 * fires.
 */
export async function joinScript(moduleNames: readonly string[]): Promise<string> {
  const sources = await Promise.all(
    moduleNames.map((moduleName) => readFile(join(folder, `${moduleName}.js`), 'utf8')),
  );
  const joinedScript = sources
    .map((source) => source.replaceAll(/^import .*$/gm, '').replaceAll(/^export /gm, ''))
    .join('\n');
  return `(() => {\n'use strict';\n${joinedScript}\n})();\n`;
}

function sendAsset(reply: Parameters<typeof setPageHeaders>[0], type: string, body: string) {
  return setPageHeaders(reply).header('cache-control', 'no-cache').type(type).send(body);
}
