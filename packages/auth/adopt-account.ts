import { deleteCredential, passwordProvider } from '@carhouse/database/accounts/credentials';
import { takeOverAccount } from '@carhouse/database/accounts/passwords';
import { deleteFactors } from '@carhouse/database/accounts/second-factors';
import { deleteSessions } from '@carhouse/database/accounts/sessions';
import { recordAudit } from '@carhouse/database/audit/audit';
import type { Database } from '@carhouse/database/connection/connect';
import { inTransaction, type Transaction } from '@carhouse/database/connection/transaction';
import type { AccountId } from '@carhouse/domain/account/account';
import type { Id } from '@carhouse/domain/ids/id';
import type { OpenidPerson } from './openid-person.ts';

/**
 * Removes the results of earlier actions of an adopted account, such as its bookings, in the transaction of the
 * adoption.
 * @returns a function that the caller calls after the transaction has been committed.
 */
export type OnAdopted = (trx: Transaction, accountId: AccountId) => Promise<() => Promise<void>>;

/**
 * Adopts an account: gives an account with an unconfirmed e-mail address to the owner of the address, whom a sign-in
 * provider has identified. The user who created the account loses access: the password, second factors, sessions and
 * mailed links become invalid. The owner's name and photo replace those of the account, and the account's telephone
 * number is deleted. `onAdopted` removes the results of the account's earlier actions, such as bookings. An account
 * that an admin created for the owner keeps its telephone number, and the results of its earlier actions. A confirmed
 * account is never changed, because its owner can connect the provider themselves. An admin's account is never changed
 * either.
 * @returns whether an account was adopted.
 */
export async function adoptAccount(
  database: Database,
  signIn: {
    readonly providerId: string;
    readonly person: OpenidPerson;
    readonly now: Date;
    readonly newId: <Noun extends string>() => Id<Noun>;
    readonly onAdopted: OnAdopted;
  },
): Promise<boolean> {
  const { providerId, person, now, newId, onAdopted } = signIn;
  const finishAdoption = await inTransaction(database, async (trx) => {
    const { email, name, providerPhotoUrl, sub } = person;
    const account = { email, name, photoUrl: providerPhotoUrl ?? null };
    const adoptedAccount = await takeOverAccount(trx, account, { providerId, subject: sub, now });
    if (adoptedAccount === undefined) return undefined;
    const { id: accountId, isMadeByAdmin } = adoptedAccount;
    await deleteCredential(trx, accountId, passwordProvider);
    await deleteFactors(trx, accountId);
    const endedSessions = await deleteSessions(trx, accountId);
    await trx
      .insertInto('credential')
      .values({
        id: newId(),
        account_id: accountId,
        provider_id: providerId,
        subject: sub,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await recordAudit({ now: () => now, newId }, trx, {
      actorId: accountId,
      action: 'adopt',
      noun: 'account',
      nounId: accountId,
      after: { provider: providerId, endedSessions },
    });
    return isMadeByAdmin ? async () => {} : onAdopted(trx, accountId);
  });
  await finishAdoption?.();
  return finishAdoption !== undefined;
}
