import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BusinessMode } from '@carhouse/domain/payment/business-mode';

/** The part of the configuration that every page shows. */
export type PageSettings = {
  /** Whether pages show the notice of a public demo (`DEMO=1`). */
  readonly isPublicDemo: boolean;
  /** How the operator runs the marketplace (`BUSINESS_MODE`). */
  readonly businessMode: BusinessMode;
};

/** The argument of the web app's server entry (apps/web/app/entry-server.tsx, `PageRequest`). */
export type PageRequest = {
  readonly request: Request;
  /** The nonce that every inline script of the page has. */
  readonly nonce: string;
  /** Calls the API of this process with the client's identity. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether the client sent a credential, valid or not. */
  readonly hasSession: boolean;
  /** The theme that the visitor has chosen; undefined follows the system. */
  readonly theme: 'light' | 'dark' | undefined;
  /** The public origin of the server, for absolute URLs. */
  readonly siteUrl: string;
  /** This function is called with the error of a loader when that error turns the page into an error page. */
  readonly onError?: (error: unknown) => void;
};

/**
 * Renders one page. The status is 200, 404 for the not-found page, 302 for a protected page without a session, or 500 for an
 * error page.
 */
export type PageRenderer = (page: PageRequest) => Promise<Response>;

type ServerEntry = {
  renderPage(page: PageRequest & PageSettings & { readonly assets: unknown }): Promise<Response>;
};

/**
 * Makes the renderer of the built web app.
 * @param settings the part of the configuration that every page shows.
 * @throws Error when the web app is not built.
 */
export async function createBuiltRenderer(webRoot: string, settings: PageSettings): Promise<PageRenderer> {
  const folder = join(webRoot, 'dist/server');
  const entry = (await import(pathToFileURL(join(folder, 'entry-server.js')).href)) as ServerEntry;
  const assets: unknown = JSON.parse(await readFile(join(folder, 'page-assets.json'), 'utf8'));
  return (page) => entry.renderPage({ ...page, assets, ...settings });
}
