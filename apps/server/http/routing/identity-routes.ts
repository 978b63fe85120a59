import type { Identity } from '@carhouse/auth/create-identity';
import type { OnConnected } from '@carhouse/auth/openid-sign-in';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseCardNumbers } from '../bodies/card-numbers.ts';
import { refuseUnstorable } from '../bodies/storable-texts.ts';
import { callerOf } from './request-identity.ts';
import { fetchHeaders } from './session.ts';

/** Sign-up and sign-in carry four short fields; a password of megabytes is refused before anything reads it. */
const bodyLimit = 16 * 1024;
const signUpPath = '/api/auth/sign-up/email';
const signInPath = '/api/auth/sign-in/email';
/** What the security log records of the calls below /api/auth. */
const recordedCalls: Readonly<Record<string, SecurityEventName>> = {
  [signUpPath]: 'sign-up',
  '/api/auth/sign-in/email': 'sign-in',
  '/api/auth/sign-in/second-step': 'second-factor',
  '/api/auth/sign-in/passkey': 'sign-in',
  '/api/auth/callback/google': 'sign-in',
  '/api/auth/callback/openid': 'sign-in',
};

/** The account that a sign-up has made. */
export type SignedUp = { readonly id: AccountId; readonly email: string };

/**
 * Passes every call below /api/auth to the identity service. Refusals come back as DomainError and leave by the error handler
 * of the server, as problem+json; `message` repeats `detail` there for clients that look for the identity service's own word.
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  identity: Identity,
  onSignUp: (account: SignedUp, bucket: string) => Promise<void> = async () => {},
  onSuccess: (event: SecurityEventName, request: FastifyRequest, bucket: string) => void = () => undefined,
  onConnected: OnConnected = async () => {},
  networkOf: (request: FastifyRequest) => string | null = () => null,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // As text: the identity service parses it, and accepts an empty body where a call needs none.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    scope.addHook('preSerialization', async (_request, _reply, payload) => withMessage(payload));
    scope.all(
      '/api/auth/*',
      { bodyLimit, schema: { hide: true }, config: { lane: 'essential' } },
      async (request, reply) => {
        // The Fetch standard cannot make a Request with this method.
        if (request.method === 'TRACE') throw new DomainError('METHOD_NOT_ALLOWED');
        const caller = { ...callerOf(request), network: networkOf(request) };
        refuseTexts(request);
        const event = recordedCalls[request.url.split('?', 1)[0] ?? ''];
        if (event !== undefined) request.namedEmail = namedEmail(request.body);
        const response = await identity.handler(toFetchRequest(request), caller, onConnected);
        const body = await response.text();
        // 202: the sign-in waits for its second step, which is recorded separately.
        if (event !== undefined && response.status !== 202) onSuccess(event, request, caller.bucket);
        if (request.url.split('?', 1)[0] === signUpPath) {
          await onSignUp((JSON.parse(body) as { user: SignedUp }).user, caller.bucket);
        }
        return answer(reply, response, body);
      },
    );
  });
}

/**
 * Texts that become names and addresses are stored. A sign-in stores no input. An address or password that no
 * account can have gets the answer of a wrong password.
 * @throws DomainError INVALID, CARD_NUMBER_REFUSED
 */
function refuseTexts(request: FastifyRequest): void {
  refuseUnstorable(request.query, 'BAD_REQUEST');
  const body = request.url.split('?', 1)[0] === signInPath ? undefined : parsed(request.body);
  refuseUnstorable(body, 'INVALID');
  refuseCardNumbers(body);
}

/** Undefined for a body that is no JSON; the identity service refuses it with its own message. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** The e-mail address in the body, for the security log, which stores a keyed hash of it. */
function namedEmail(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  try {
    const { email } = JSON.parse(body) as { email?: unknown };
    return typeof email === 'string' ? email.slice(0, 254) : null;
  } catch {
    return null;
  }
}

function toFetchRequest(request: FastifyRequest): Request {
  // The host of a Request is required and has no effect here: origins are checked in the headers.
  const url = new URL(request.url, 'http://carhouse.invalid');
  // One spelling for each call: `%2e%2e` and the like, which URL resolves, must not bypass limits that depend on the path.
  if (url.pathname !== request.url.split('?', 1)[0]) throw new DomainError('NOT_FOUND');
  const body = typeof request.body === 'string' ? { body: request.body } : {};
  return new Request(url, { method: request.method, headers: fetchHeaders(request), ...body });
}

async function answer(reply: FastifyReply, response: Response, body: string): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  // One header for each cookie: a comma would join them into one.
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(body);
}

function withMessage(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('detail' in payload)) return payload;
  return { ...payload, message: payload.detail };
}
