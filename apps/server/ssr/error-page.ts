import { type PlainPage, renderPlainPage } from '../http/errors/refusal-page.ts';

type ErrorPageOptions = Pick<PlainPage, 'requestId' | 'nonce' | 'theme' | 'isPublicDemo'>;

/** Returns the page that is sent when the web app cannot render even its error page. */
export function renderErrorPage({ requestId, nonce, theme, isPublicDemo }: ErrorPageOptions): string {
  const paragraphs = ['Something went wrong on our side. Nothing was changed. Please try again in a moment.'];
  return renderPlainPage({
    title: 'This page could not be shown',
    paragraphs,
    hasRetryLink: true,
    requestId,
    nonce,
    theme,
    isPublicDemo,
  });
}
