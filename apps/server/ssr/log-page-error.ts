import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { OwnAnswer } from './public-page.ts';

/** Maximum numbers of characters of a URL, a message and a stack in one log line. A URL alone may have 16,000 characters. */
const logCharacterCountMaximums = { url: 200, message: 500, stack: 2_000 };

/**
 * Logs that the router rendered a page as an error page, with the request's id. Nothing is logged when an API call
 * failed or was limited, because that call has its own log line.
 * @returns the given response.
 */
export function logRouterErrorPage<Answer extends OwnAnswer>(
  log: FastifyBaseLogger,
  request: FastifyRequest,
  pageAnswer: Answer,
): Answer {
  const { response, callResults, error } = pageAnswer;
  if (response.status === 500 && !callResults.hasServerError && callResults.retryAfterSeconds === undefined)
    logPageError(log, request, error);
  return pageAnswer;
}

/** Logs in one line of bounded length that a page could not be rendered. */
export function logPageError(log: FastifyBaseLogger, request: FastifyRequest, error: unknown): void {
  log.error(
    { err: truncateError(error), url: request.url.slice(0, logCharacterCountMaximums.url), requestId: request.id },
    'a page could not be rendered',
  );
}

function truncateError(error: unknown): { readonly type: string; readonly message: string; readonly stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '' } = error;
  return {
    type: name.slice(0, logCharacterCountMaximums.url),
    message: message.slice(0, logCharacterCountMaximums.message),
    stack: stack.slice(0, logCharacterCountMaximums.stack),
  };
}
