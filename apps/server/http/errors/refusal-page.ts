import type { RequestIdentity } from '@carhouse/auth/request-identity';
import type { Problem } from '@carhouse/contract/problem';

export const htmlType = 'text/html; charset=utf-8';

const demoBanner =
  '<aside aria-label="Demo"><p><b>Demo:</b> anyone can sign in with the published accounts, no money moves.</p></aside>';

/**
 * The styles of the page, with the colours of apps/web/styles/tokens.css. The styles are inline, because a request for
 * a style sheet may be refused too.
 */
const pageStyles = `body{margin:0;font:1.0625rem/1.55 system-ui,sans-serif;background:light-dark(oklch(0.987 0.003 165),oklch(0.178 0.01 170));color:light-dark(oklch(0.215 0.018 168),oklch(0.955 0.005 165))}
aside,main{max-width:34rem;margin:0 auto;padding:1rem 1.25rem}main{padding-top:12vh}
h1{font-size:1.75rem;line-height:1.15;margin:0 0 .75rem}p{margin:0 0 1rem}
a{color:inherit;display:inline-block;padding:.65rem 1.5rem .65rem 0}`;

/** Page titles for users, by status. The title for any other status is its HTTP name. */
const titlesByStatus: Readonly<Record<number, string>> = {
  400: 'This address cannot be read',
  404: 'There is no such page',
  421: 'This is not the address of Car House',
  429: 'One moment, please',
  500: 'This page could not be shown',
  503: 'We are busy right now',
};

export type PlainPage = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Whether the page has a link that repeats the request. */
  readonly hasRetryLink: boolean;
  readonly requestId: string;
  /** The nonce that allows the inline styles of this response; '' omits the styles. */
  readonly nonce: string;
  /** The theme that the user has chosen; undefined follows the device. */
  readonly theme: RequestIdentity['theme'];
  readonly isPublicDemo: boolean;
};

/** A small static page without scripts, for browsers when the app cannot render. */
export function renderPlainPage({
  title,
  paragraphs,
  hasRetryLink,
  requestId,
  nonce,
  theme,
  isPublicDemo,
}: PlainPage): string {
  const colourScheme = theme ?? 'light dark';
  const styleTag =
    nonce === '' ? '' : `<style nonce="${nonce}">:root{color-scheme:${colourScheme}}${pageStyles}</style>`;
  const paragraphTags = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  // An empty `href` is the URL of the page itself (RFC 3986, 4.4).
  const linkTags = `${hasRetryLink ? '<a href="">Try again</a> ' : ''}<a href="/">Back to home</a>`;
  return `<!doctype html>
<html lang="en-SG">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${colourScheme}"><meta name="robots" content="noindex"><title>Car House</title>${styleTag}</head>
<body>${isPublicDemo ? demoBanner : ''}<main><h1>${escapeHtml(title)}</h1>${paragraphTags}<p>Number of this request: ${requestId.replace(/[^\w-]/g, '')}</p><p>${linkTags}</p></main></body>
</html>
`;
}

type RefusalPageOptions = Pick<PlainPage, 'nonce' | 'theme' | 'isPublicDemo'> & {
  readonly problem: Problem;
  /** Seconds after which the client may repeat the request. */
  readonly retryAfter: number | undefined;
};

/** The HTML page of a refusal: the text of the problem, and when to try again. */
export function renderRefusalPage({ problem, retryAfter, nonce, theme, isPublicDemo }: RefusalPageOptions): string {
  const { status, detail, requestId } = problem;
  const title = titlesByStatus[status] ?? problem.title;
  const waitSentences = retryAfter === undefined ? [] : [`Please try again in ${formatSeconds(retryAfter)}.`];
  const canRetry = retryAfter !== undefined;
  return renderPlainPage({
    title,
    paragraphs: [detail, ...waitSentences],
    hasRetryLink: canRetry,
    requestId,
    nonce,
    theme,
    isPublicDemo,
  });
}

function formatSeconds(secondCount: number): string {
  if (secondCount > 90) return `${Math.ceil(secondCount / 60)} minutes`;
  return secondCount === 1 ? 'a second' : `${secondCount} seconds`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
