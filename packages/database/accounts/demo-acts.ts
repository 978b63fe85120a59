import type { AccountId } from '@carhouse/domain/account/account';
import { sql } from 'kysely';
import type { Transaction } from '../connection/transaction.ts';

/** Returns SQL for whether a demo account made the last of these actions on a record, according to the audit log. */
const makeIsLastActionByDemoSql = (noun: string, nounId: string, actions: readonly string[]) => sql<boolean>`coalesce((
  SELECT actor.is_demo FROM audit_entry e JOIN account actor ON actor.id = e.actor_id
  WHERE e.noun = ${noun} AND e.noun_id = ${sql.raw(nounId)} AND e.action = ANY (${[...actions]}::text[])
  ORDER BY e.at DESC, e.id DESC LIMIT 1), false)`;

/** Returns SQL for the last of these actions on a record that no demo account made; null when there is none. */
const makeLastRealActionSql = (noun: string, nounId: string, actions: readonly string[]) => sql<string | null>`(
  SELECT e.action FROM audit_entry e LEFT JOIN account actor ON actor.id = e.actor_id
  WHERE e.noun = ${noun} AND e.noun_id = ${sql.raw(nounId)} AND e.action = ANY (${[...actions]}::text[])
    AND NOT coalesce(actor.is_demo, false)
  ORDER BY e.at DESC, e.id DESC LIMIT 1)`;

/**
 * Removes the verification of real sellers whom a demo admin verified. A demo admin's verification is not reliable,
 * because the password of the demo admin is published.
 * @returns the ids of the sellers.
 */
export async function removeDemoVerifications(trx: Transaction, now: Date): Promise<readonly AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    UPDATE account SET verified_at = NULL, updated_at = ${now}
    WHERE verified_at IS NOT NULL AND NOT is_demo AND status <> 'deleted'
      AND ${makeIsLastActionByDemoSql('account', 'account.id::text', ['verify'])}
      AND ${makeLastRealActionSql('account', 'account.id::text', ['verify', 'unverify'])} IS DISTINCT FROM 'verify'
    RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Reinstates real accounts that a demo admin suspended, unless an operator's own admin had suspended them before. Demo
 * accounts are skipped.
 * @returns the ids of the accounts.
 */
export async function endDemoSuspensions(
  trx: Transaction,
  now: Date,
): Promise<readonly { readonly id: AccountId; readonly email: string }[]> {
  const { rows } = await sql<{ id: AccountId; email: string }>`
    UPDATE account SET status = 'active', status_reason = NULL, updated_at = ${now}
    WHERE status = 'suspended' AND NOT is_demo
      AND ${makeIsLastActionByDemoSql('account', 'account.id::text', ['suspend', 'reinstate'])}
      AND ${makeLastRealActionSql('account', 'account.id::text', ['suspend', 'reinstate'])} IS DISTINCT FROM 'suspend'
    RETURNING id, email`.execute(trx);
  return rows;
}

/**
 * Deletes brands that a demo admin added and only demo admins changed, if no listing has the brand. Withdrawn and sold
 * listings count as listings too.
 * @returns the API names of the brands.
 */
export async function deleteDemoBrands(trx: Transaction): Promise<readonly string[]> {
  const { rows } = await sql<{ api_name: string }>`
    DELETE FROM brand
    WHERE NOT EXISTS (SELECT FROM listing WHERE listing.brand = brand.api_name)
      AND ${makeIsLastActionByDemoSql('brand', 'brand.api_name', ['add'])}
      AND ${makeIsLastActionByDemoSql('brand', 'brand.api_name', ['add', 'change'])}
    RETURNING api_name`.execute(trx);
  return rows.map((row) => row.api_name);
}

/** An action of a demo admin that is not undone. */
export type DemoAction = { readonly noun: string; readonly action: string; readonly nounId: string };

/**
 * Actions that `listDemoActions` omits, because `removeDemo` undoes these actions or because the actions change
 * nothing.
 */
const omittedActions: readonly (readonly [noun: string, action: string])[] = [
  ['account', 'verify'],
  ['account', 'suspend'],
  ['personal_data', 'read'],
  ['feedback', 'read'],
];

/**
 * Lists the actions of demo admins on real records that `removeDemo` does not undo, in order of time.
 * @returns the oldest `maxActionCount` actions, and the number of all actions.
 */
export async function listDemoActions(
  trx: Transaction,
  maxActionCount: number,
): Promise<{ readonly acts: readonly DemoAction[]; readonly count: number }> {
  const [nouns, actions] = [omittedActions.map(([noun]) => noun), omittedActions.map(([, action]) => action)];
  const { rows } = await sql<DemoAction & { count: number }>`
    SELECT e.noun, e.action, e.noun_id AS "nounId", (count(*) OVER ())::int AS count
    FROM audit_entry e JOIN account actor ON actor.id = e.actor_id
    WHERE actor.is_demo AND actor.role = 'admin' AND e.noun_id <> actor.id::text
      AND (e.noun, e.action) NOT IN (SELECT * FROM unnest(${nouns}::text[], ${actions}::text[]))
      AND (e.noun <> 'brand' OR EXISTS (SELECT FROM brand WHERE brand.api_name = e.noun_id))
      AND NOT EXISTS (SELECT FROM account WHERE account.id::text = e.noun_id AND account.is_demo)
      AND NOT EXISTS (SELECT FROM listing JOIN account ON account.id = listing.seller_id
                      WHERE listing.id::text = e.noun_id AND account.is_demo)
      AND NOT EXISTS (SELECT FROM import JOIN account ON account.id = import.seller_id
                      WHERE import.id::text = e.noun_id AND account.is_demo)
      AND NOT EXISTS (SELECT FROM booking JOIN account ON account.id = booking.buyer_id
                      WHERE booking.id::text = e.noun_id AND account.is_demo)
    ORDER BY e.at, e.id LIMIT ${maxActionCount}`.execute(trx);
  return { acts: rows.map(({ noun, action, nounId }) => ({ noun, action, nounId })), count: rows[0]?.count ?? 0 };
}
