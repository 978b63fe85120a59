import { removeExpired } from '@carhouse/database/forget-person';
import type { Context } from '../context.ts';

/** Applies core/privacy/retention.ts: what has lost its purpose goes. Running it again changes nothing. */
export async function expirePersonalData(context: Context): Promise<void> {
  const removed = await removeExpired(context.database, context.now());
  if (Object.keys(removed).length > 0) context.log.info({ removed }, 'personal data beyond its time is removed');
}
