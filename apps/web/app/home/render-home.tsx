import { renderToString } from 'react-dom/server';
import type { PageAssets } from '../../build/build-route-assets.ts';
import { cardFormQuery } from '../../features/bookings/booking-queries.ts';
import { prefetchHome } from '../../features/home/home-queries.ts';
import type { RouterContext } from '../router-context.ts';
import { sessionQuery } from '../session.ts';
import { HomeApp } from './home-app.tsx';
import { pageDataElement } from './page-data.ts';

/** Both addresses show the same page. */
const paths: readonly string[] = ['/', '/home'];

export type HomeRequest = {
  readonly pathname: string;
  readonly context: RouterContext;
  readonly nonce: string;
  readonly assets: PageAssets;
};

/**
 * Renders Home for its own entry. Undefined where the application has to answer: for other pages, when it cannot be said
 * who is signed in, and for a user who is redirected.
 */
export async function renderHome({ pathname, context, nonce, assets }: HomeRequest): Promise<string | undefined> {
  if (!paths.includes(pathname)) return undefined;
  const { queryClient, client } = context;
  const session = sessionQuery(client);
  await Promise.all([
    queryClient.prefetchQuery(session),
    queryClient.prefetchQuery(cardFormQuery(client)),
    prefetchHome(context),
  ]);
  const user = queryClient.getQueryData(session.queryKey);
  if (user === undefined || user?.mustChangePassword === true || user?.mustAddSecondFactor === true) return undefined;
  const html = renderToString(<HomeApp context={context} pathname={pathname} navigator={undefined} />);
  const data = pageDataElement(queryClient);
  return `<!DOCTYPE html>${html
    .replace('</head>', () => `${headTags(assets, nonce)}</head>`)
    .replace(/<\/body><\/html>$/, () => `${data}${scriptTags(assets, nonce)}</body></html>`)}`;
}

/** Written like those of the router's pages, which the server moves about in the page (apps/server/ssr). */
function headTags({ css, preloads }: PageAssets, nonce: string): string {
  return [
    `<meta property="csp-nonce" content="${nonce}">`,
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...css.map((href) => `<link rel="stylesheet" href="${href}" data-precedence="default">`),
  ].join('');
}

function scriptTags({ scripts = [] }: PageAssets, nonce: string): string {
  return scripts
    .map(({ attrs: { type, async, src }, children = '' }) =>
      src === undefined
        ? `<script type="${type}" nonce="${nonce}">${children}</script>`
        : `<script type="${type}"${async === true ? ' async=""' : ''} src="${src}"></script>`,
    )
    .join('');
}
