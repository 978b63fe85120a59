import { DomainError } from '@carhouse/domain/errors/domain-error';

/**
 * Reads the JSON body of a request.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for another type of content; BAD_REQUEST for a body that is no JSON.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await request.json();
  } catch (cause) {
    throw new DomainError('BAD_REQUEST', { cause });
  }
}

/** Removes the token from the response body (ASVS 3.3.4). Scripts of a page can read the body but not the cookie. */
export async function removeTokenFromBody(response: Response): Promise<Response> {
  const { user } = (await response.json()) as { user: unknown };
  const answer = answerJson({ user }, response.headers.getSetCookie());
  const token = response.headers.get('set-auth-token');
  if (token !== null) answer.headers.set('set-auth-token', token);
  return answer;
}

/** Makes a JSON response that nobody may cache. */
export function answerJson(body: unknown, cookies: readonly string[], status = 200): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}
