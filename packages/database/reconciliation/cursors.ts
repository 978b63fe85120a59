import type { Database } from '../connection/connect.ts';

/**
 * Reads the saved position of a continuous check of the reconciliation; undefined before the first step of the check.
 */
export async function readCursor(database: Database, name: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('reconciliation_cursor')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.position;
}

export async function saveCursor(database: Database, name: string, position: string, now: Date): Promise<void> {
  await database
    .insertInto('reconciliation_cursor')
    .values({ name, position, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, updated_at: now }))
    .execute();
}

/** Deletes the saved position, so that the check starts again from the beginning. */
export async function deleteCursor(database: Database, name: string): Promise<void> {
  await database.deleteFrom('reconciliation_cursor').where('name', '=', name).execute();
}

/** Whether an event of the card provider is in the inbox and its effect is completed. */
export async function isEventProcessed(database: Database, eventId: string): Promise<boolean> {
  const row = await database
    .selectFrom('webhook_event')
    .select('processed_at')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.processed_at != null;
}
