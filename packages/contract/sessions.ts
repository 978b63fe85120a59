import { z } from 'zod/mini';
import { call } from './call.ts';
import { id } from './fields.ts';

export const session = z.object({
  _id: id,
  createdAt: z.string(),
  /** The recorded time of the session's last use, which may be up to five minutes behind. */
  lastSeenAt: z.string(),
  /** The User-Agent header of the browser; '' when there was none. */
  browser: z.string(),
  /** Whether this is the session of the request itself. */
  current: z.boolean(),
});

export const ownSessions = call({
  method: 'GET',
  path: '/api/v1/me/sessions',
  summary: 'The own live sessions, last used first',
  noun: 'accounts',
  access: 'signed-in',
  answers: { 200: z.object({ sessions: z.array(session) }) },
});

export const endSession = call({
  method: 'DELETE',
  path: '/api/v1/me/sessions/:id',
  summary: 'Ends one of the own sessions',
  noun: 'accounts',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ ended: z.number() }) },
});

export const endOtherSessions = call({
  method: 'DELETE',
  path: '/api/v1/me/sessions',
  summary: 'Ends all own sessions but the one that asks',
  noun: 'accounts',
  access: 'signed-in',
  answers: { 200: z.object({ ended: z.number() }) },
});
