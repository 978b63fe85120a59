import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { z } from 'zod/mini';

type Schema = z.ZodMiniType;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The roles that may make a call. The server checks it before anything else, and OpenAPI contains it. `anyone`: visitors
 * too. `signed-in`: any session. A role allows only that role.
 */
export type Access = 'anyone' | 'signed-in' | 'Buyer' | 'Seller' | 'admin';

/** One call of the API contract: the route, the validation, the serializer, the OpenAPI page and the typed client come from it. */
export type Call = {
  readonly method: Method;
  /** The path below the origin, with `:name` for each parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly noun: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The response contains a short-lived secret: under an Idempotency-Key it is stored for minutes instead of a day. */
  readonly secretAnswer?: true;
  /** Allowed for a session that must change its password first; every other call is refused. */
  readonly duringPasswordChange?: true;
  /** Allowed for the session of an admin without a second factor, as are all calls of the flag above. */
  readonly duringFactorSetUp?: true;
  /** Only for a session that started, or was confirmed by the password, within the last 15 minutes (docs/reliability.md, calls). */
  readonly recentSignIn?: true;
  /** A user fills the query in on a form: an invalid one is 422 with its fields, like a body, and not 400. */
  readonly queryIsForm?: true;
  /** All visitors without a session get the same response for the same URL; it may be a second old (decision 0026). */
  readonly sameForVisitors?: true;
  /** Seconds for which shared caches in front of the server may store the response to a visitor without a session. */
  readonly sharedFor?: number;
  /** Its priority under overload; derived from `access` when absent (apps/server/http/limits/lanes.ts). */
  readonly lane?: 'protective' | 'settling' | 'essential' | 'costly';
  /** The body is one file in multipart/form-data instead of JSON. */
  readonly upload?: true;
  /** The kind of event that the security log records when this call succeeds or is refused. */
  readonly securityEvent?: SecurityEventName;
  /**
   * The response contains other users' personal data: an admin's read is recorded in the audit log
   * (apps/server/security/register-security-records.ts).
   */
  readonly showsPeople?: true;
  /** Extra fields of every refusal of this call. */
  readonly refusalFields?: Readonly<Record<string, boolean>>;
  /** The successful answers by status. Every other response is problem+json. */
  readonly answers: { readonly [status: number]: Schema };
};

/** Returns the call unchanged, with its literal types. */
export function call<const C extends Call>(definition: C): C {
  return definition;
}

type Out<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;

/** The input of a handler. */
export type CallInput<C extends Call> = {
  readonly params: Out<C['params']>;
  readonly query: Out<C['query']>;
  readonly body: Out<C['body']>;
};

/** The arguments of a client's call. */
export type CallArguments<C extends Call> = Given<'params', C['params']> &
  Given<'query', C['query']> &
  Given<'body', C['body']>;
type Given<Key extends string, S> = S extends Schema
  ? { readonly [K in Key]: In<S> }
  : { readonly [K in Key]?: undefined };

/** The bodies of the successful answers. */
export type CallAnswer<C extends Call> = {
  [Status in keyof C['answers']]: In<C['answers'][Status]>;
}[keyof C['answers']];
export type CallReply<C extends Call> = {
  [Status in keyof C['answers'] & number]: {
    readonly status: Status;
    readonly body: In<C['answers'][Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof C['answers'] & number];
