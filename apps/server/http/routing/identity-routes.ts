import type { Identity } from '@carhouse/auth/create-identity';
import type { OpenidHooks } from '@carhouse/auth/openid-sign-in';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseCardNumbers } from '../bodies/card-numbers.ts';
import { refuseUnstorableTexts } from '../bodies/storable-texts.ts';
import { makeCaller } from './request-identity.ts';
import { toFetchHeaders } from './session.ts';

/**
 * Maximum size of a request body in bytes. Sign-up and sign-in have at most four short fields. A password of megabytes
 * is therefore refused before it is parsed.
 */
const bodyByteCountMaximum = 16 * 1024;
const signUpPath = '/api/auth/sign-up/email';
const signInPath = '/api/auth/sign-in/email';
/** The security events that are recorded for calls below /api/auth. */
const securityEventsByPath: Readonly<Record<string, SecurityEventName>> = {
  [signUpPath]: 'sign-up',
  '/api/auth/sign-in/email': 'sign-in',
  '/api/auth/sign-in/second-step': 'second-factor',
  '/api/auth/sign-in/passkey': 'sign-in',
  '/api/auth/callback/google': 'sign-in',
  '/api/auth/callback/openid': 'sign-in',
};

/** The account that a sign-up has created. */
export type SignedUpAccount = { readonly id: AccountId; readonly email: string };

/**
 * Passes every request below /api/auth to the identity service. The service's refusals become DomainErrors, which the
 * server's error handler sends as problem+json. The `message` field of the response repeats `detail`, for clients that
 * expect the identity service's own format.
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  identity: Identity,
  onSignUp: (account: SignedUpAccount, bucket: string) => Promise<void> = async () => {},
  onSuccess: (event: SecurityEventName, request: FastifyRequest, bucket: string) => void = () => undefined,
  hooks: OpenidHooks = {},
  readNetwork: (request: FastifyRequest) => string | null = () => null,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read as text: the identity service parses it, and accepts an empty body when a call needs none.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    scope.addHook('preSerialization', async (_request, _reply, payload) => addMessageField(payload));
    scope.all(
      '/api/auth/*',
      { bodyLimit: bodyByteCountMaximum, schema: { hide: true }, config: { lane: 'essential' } },
      async (request, reply) => {
        // The Request class of the Fetch standard does not accept the method TRACE.
        if (request.method === 'TRACE') throw new DomainError('METHOD_NOT_ALLOWED');
        const caller = { ...makeCaller(request), network: readNetwork(request) };
        refuseUnstorableBody(request);
        const event = securityEventsByPath[request.url.split('?', 1)[0] ?? ''];
        if (event !== undefined) request.namedEmail = readEmail(request.body);
        const response = await identity.handler(toFetchRequest(request), caller, hooks);
        const body = await response.text();
        // Status 202 means that the sign-in waits for its second step, which is recorded separately.
        if (event !== undefined && response.status !== 202) onSuccess(event, request, caller.bucket);
        if (request.url.split('?', 1)[0] === signUpPath) {
          await onSignUp((JSON.parse(body) as { user: SignedUpAccount }).user, caller.bucket);
        }
        return answer(reply, response, body);
      },
    );
  });
}

/**
 * Checks the texts of a request that the server would store, such as the name and the e-mail address of a sign-up. The
 * texts of a sign-in are not stored, so they are not checked here. When no account can have the e-mail address or the
 * password of a sign-in, the response is the same as for a wrong password.
 * @throws DomainError INVALID, CARD_NUMBER_REFUSED
 */
function refuseUnstorableBody(request: FastifyRequest): void {
  refuseUnstorableTexts(request.query, 'BAD_REQUEST');
  const body = request.url.split('?', 1)[0] === signInPath ? undefined : parseJson(request.body);
  refuseUnstorableTexts(body, 'INVALID');
  refuseCardNumbers(body);
}

/**
 * Parses a JSON body. Returns undefined for a body that is not JSON, which the identity service refuses with a message
 * of its own.
 */
function parseJson(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the e-mail address in the body. The security log stores a keyed hash of this address. */
function readEmail(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  try {
    const { email } = JSON.parse(body) as { email?: unknown };
    return typeof email === 'string' ? email.slice(0, 254) : null;
  } catch {
    return null;
  }
}

function toFetchRequest(request: FastifyRequest): Request {
  // The Request class needs a URL with a host. The host has no effect, because origins are checked by the headers.
  const url = new URL(request.url, 'http://carhouse.invalid');
  // Only one spelling of each path is accepted. If several spellings were accepted, a spelling such as `%2e%2e`, which
  // the URL class resolves, would bypass limits that depend on the path.
  if (url.pathname !== request.url.split('?', 1)[0]) throw new DomainError('NOT_FOUND');
  const bodyOption = typeof request.body === 'string' ? { body: request.body } : {};
  return new Request(url, { method: request.method, headers: toFetchHeaders(request), ...bodyOption });
}

async function answer(reply: FastifyReply, response: Response, body: string): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  // Each cookie gets a Set-Cookie header of its own, because cookies in one header cannot be separated again.
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(body);
}

function addMessageField(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('detail' in payload)) return payload;
  return { ...payload, message: payload.detail };
}
