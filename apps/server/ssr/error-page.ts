import { plainPage } from '../http/errors/refusal-page.ts';

/** What a visitor sees when even the app's own error page cannot be rendered. @param nonce of the answer. */
export function errorPage(requestId: string, nonce: string, publicDemo: boolean): string {
  const paragraphs = ['Something went wrong on our side. Nothing was changed. Please try again in a moment.'];
  return plainPage({ title: 'This page could not be shown', paragraphs, again: true, requestId, nonce, publicDemo });
}
