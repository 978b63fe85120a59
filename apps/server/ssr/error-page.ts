import { type PlainPage, plainPage } from '../http/errors/refusal-page.ts';

type ErrorPageOptions = Pick<PlainPage, 'requestId' | 'nonce' | 'theme' | 'publicDemo'>;

/** The page shown when even the app's own error page cannot be rendered. */
export function errorPage({ requestId, nonce, theme, publicDemo }: ErrorPageOptions): string {
  const paragraphs = ['Something went wrong on our side. Nothing was changed. Please try again in a moment.'];
  return plainPage({
    title: 'This page could not be shown',
    paragraphs,
    again: true,
    requestId,
    nonce,
    theme,
    publicDemo,
  });
}
