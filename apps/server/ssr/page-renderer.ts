import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the web app's server entry takes (apps/web/app/entry-server.tsx, `PageRequest`). */
export type PageRequest = {
  readonly request: Request;
  /** The nonce of every inline script of the page. */
  readonly nonce: string;
  /** Calls the API of this process with the client's identity. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether a credential was presented, valid or not. */
  readonly hasSession: boolean;
  /** The visitor's choice; undefined follows the system. */
  readonly theme: 'light' | 'dark' | undefined;
  /** The public origin of the server, for absolute URLs. */
  readonly siteUrl: string;
  /** Receives the error of a loader that the page is an error page for. */
  readonly onError?: (error: unknown) => void;
};

/** Renders one page: 200, 404 for the not-found page, 302 for a protected page without a session, 500 for an error page. */
export type PageRenderer = (page: PageRequest) => Promise<Response>;

type ServerEntry = {
  renderPage(page: PageRequest & { readonly assets: unknown; readonly publicDemo: boolean }): Promise<Response>;
};

/**
 * The renderer of the built web app. @param publicDemo pages show the notice of a demo. @throws Error when the web app is
 * not built.
 */
export async function builtRenderer(webRoot: string, publicDemo: boolean): Promise<PageRenderer> {
  const folder = join(webRoot, 'dist/server');
  const entry = (await import(pathToFileURL(join(folder, 'entry-server.js')).href)) as ServerEntry;
  const assets: unknown = JSON.parse(await readFile(join(folder, 'page-assets.json'), 'utf8'));
  return (page) => entry.renderPage({ ...page, assets, publicDemo });
}
