import type { FastifyReply } from 'fastify';
import { type PageAccess, setPageHeaders } from './page-headers.ts';

/** Escapes a text for HTML, also for an attribute with double quotes. */
export function escapeHtml(text: string): string {
  const entityByCharacter: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entityByCharacter[character] ?? character);
}

/** The amount of an intent for a person, such as `SGD 1,250.00`. */
export function formatAmount({ amount, currency }: { amount: number; currency: string }): string {
  return `${currency.toUpperCase()} ${(amount / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

/**
 * Sends a page of the provider. `body` is HTML. `root` leads from the page's URL to the folder that contains `v3`, such
 * as `../`.
 */
export function sendPage(
  reply: FastifyReply,
  page: { status: number; title: string; body: string; root: string; script?: string },
  access?: PageAccess,
): FastifyReply {
  const { status, title, body, root, script } = page;
  return setPageHeaders(reply, access)
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}v3/page.css">
${script === undefined ? '' : `<script src="${root}v3/${script}" defer></script>\n`}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`);
}
