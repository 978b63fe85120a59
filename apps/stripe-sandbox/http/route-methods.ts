import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../sandbox-context.ts';
import { makeResourceMissingError } from '../stripe-error.ts';
import { type ApiAnswer, type ApiCall, type ApiHandler, createApiRoute, type RouteOptions } from './api-call.ts';

/** Parameters of every call that lists records. */
export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created'];

/** Returns functions that add calls of the API to the app. */
export function makeRouteMethods(app: FastifyInstance, sandbox: SandboxContext) {
  return {
    post: (path: string, handler: ApiHandler, options?: RouteOptions) =>
      app.post(path, createApiRoute(sandbox, handler, options)),
    get: (path: string, handler: ApiHandler, options?: RouteOptions) =>
      app.get(path, createApiRoute(sandbox, handler, options)),
  };
}

export function makeOkAnswer(body: unknown): ApiAnswer {
  return { status: 200, body };
}

/** The record that the path names. Throws 404 when the record does not exist. */
export function requireRecord<T>(call: ApiCall, record: T | undefined, noun: string, param: string): T {
  if (record === undefined) throw makeResourceMissingError(noun, call.id, param);
  return record;
}
