import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import type { SecurityEventName } from '@carhouse/domain/security/security-event';
import type { z } from 'zod/mini';

type Schema = z.ZodMiniType;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call. The server checks who may make the call before it validates the request. The OpenAPI document
 * also says who may make the call. `anyone` includes visitors. `signed-in` means any user with a session. The name of a
 * role allows only users with this role.
 */
export type Access = 'anyone' | 'signed-in' | 'Buyer' | 'Seller' | 'admin';

/**
 * One call of the API contract. The call's route, validation and serializer, its entry in the OpenAPI document, and its
 * method of the typed client are derived from this definition.
 */
export type Call = {
  readonly method: Method;
  /** The URL path, with `:name` for each parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly noun: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * Whether the response contains a short-lived secret. A response with a secret is stored under its Idempotency-Key
   * only for minutes, and not for a day.
   */
  readonly hasSecretAnswer?: true;
  /** Whether a user who must change their password first may make the call. */
  readonly duringPasswordChange?: true;
  /**
   * Whether the session of an admin without a second factor may make the call. A session without a second factor may
   * also make every call with `duringPasswordChange`.
   */
  readonly duringFactorSetUp?: true;
  /**
   * Whether the call needs a session that started, or was confirmed with the password, within the last 15 minutes
   * (docs/reliability.md, calls).
   */
  readonly needsRecentSignIn?: true;
  /**
   * The only business mode in which the call works: `marketplace` (buyers pay through Car House) or `introducer`
   * (buyers pay sellers directly). In the other mode the call is refused with PAYMENTS_NOT_TAKEN or PAID_THROUGH_SITE
   * before its body is validated (decision 0078).
   */
  readonly onlyInMode?: BusinessMode;
  /**
   * Whether the query comes from a form that a user fills in. The response to an invalid query is then 422 with the
   * invalid fields, as for a body; otherwise it is 400.
   */
  readonly queryIsForm?: true;
  /**
   * Whether all visitors without a session get the same response for the same URL. The server then caches the response
   * for a second (decision 0026).
   */
  readonly sameForVisitors?: true;
  /** Seconds for which shared caches in front of the server may store the response to a visitor without a session. */
  readonly sharedCacheSeconds?: number;
  /**
   * The priority of the call under overload; the default is derived from `access` (apps/server/http/limits/lanes.ts).
   */
  readonly lane?: 'protective' | 'settling' | 'essential' | 'costly';
  /** Whether the body is one file in multipart/form-data instead of JSON. */
  readonly upload?: true;
  /**
   * For a call that changes several records: the name of the list in the body, and the maximum number of its entries.
   * The rate limits count each entry as one call.
   */
  readonly countedList?: { readonly name: string; readonly maximum: number };
  /** The kind of security event that is recorded when this call succeeds or is refused. */
  readonly securityEvent?: SecurityEventName;
  /**
   * Whether the response contains other users' personal data. The audit log then records each call by an admin
   * (apps/server/security/register-security-records.ts).
   */
  readonly showsPeople?: true;
  /** Extra fields in every error response of this call. */
  readonly refusalFields?: Readonly<Record<string, boolean>>;
  /** The schemas of the successful responses, by status. Every other response has the media type problem+json. */
  readonly answers: { readonly [status: number]: Schema };
};

/** Returns the definition of a call unchanged. TypeScript infers its literal types from the parameter. */
export function call<const C extends Call>(definition: C): C {
  return definition;
}

type SchemaOutput<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;

/** The validated input that the handler of a call receives. */
export type CallInput<C extends Call> = {
  readonly params: SchemaOutput<C['params']>;
  readonly query: SchemaOutput<C['query']>;
  readonly body: SchemaOutput<C['body']>;
};

/** The arguments that a client passes for a call. */
export type CallArguments<C extends Call> = ArgumentPart<'params', C['params']> &
  ArgumentPart<'query', C['query']> &
  ArgumentPart<'body', C['body']>;
type ArgumentPart<Key extends string, S> = S extends Schema
  ? { readonly [K in Key]: In<S> }
  : { readonly [K in Key]?: undefined };

/** The type of the body of a call's successful responses. */
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
