import type { IncomingHttpHeaders } from 'node:http';

/** What a request shows as its session, true or made up; undefined for a visitor. */
export function shownSession(headers: IncomingHttpHeaders): string | undefined {
  const { authorization, cookie } = headers;
  if (authorization !== undefined || cookie === undefined) return authorization;
  return /(?:^|;\s*)(?:__\w+-)?[\w.-]*session_token=([^;]*)/.exec(cookie)?.[1];
}
