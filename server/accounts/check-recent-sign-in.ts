import { DomainError } from '@carhouse/core/errors/domain-error';
import { findSessionStart } from '@carhouse/database/personal-data';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { sessionIdOf } from '../http/session.ts';

/** RELIABILITY §3.2 asks for a fresh proof of who somebody is before steps that cannot be undone or show everything. */
const fresh = 15 * 60_000;

/** @throws DomainError RECENT_SIGN_IN_REQUIRED when the session began more than 15 minutes ago. */
export async function checkRecentSignIn(context: Context, request: FastifyRequest): Promise<void> {
  const sessionId = await sessionIdOf(request);
  const start = sessionId === null ? undefined : await findSessionStart(context.database, sessionId);
  if (start === undefined || context.now().getTime() - start.getTime() > fresh)
    throw new DomainError('RECENT_SIGN_IN_REQUIRED');
}
