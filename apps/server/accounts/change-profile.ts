import { saveProfile, setSellerKind } from '@carhouse/database/accounts/accounts';
import { countProfileChanges } from '@carhouse/database/accounts/profile-changes';
import { recordAudit } from '@carhouse/database/audit/audit';
import { renameInOpenBookings } from '@carhouse/database/bookings/bookings';
import { inTransaction } from '@carhouse/database/connection/transaction';
import { updateSellerNameInWishes } from '@carhouse/database/wishes/wishes';
import type { Account, Actor, SellerKind } from '@carhouse/domain/account/account';
import { assertMayChangeKind } from '@carhouse/domain/account/account-policy';
import { assertMayChangeProfile, findProfileChangesStart } from '@carhouse/domain/account/profile-limits';
import type { Context } from '../context.ts';
import { lockOwnAccount } from './authorise-actor.ts';
import { assertUsableImage } from './check-profile-image.ts';

export type ProfileChangeInput = {
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly photoURL?: string | undefined;
  readonly sellerKind?: SellerKind | undefined;
};

/**
 * Changes the name, telephone number, image or seller kind of the caller's account. Listings show a new name
 * immediately, because they read the name from the seller's account. Open bookings and wishes get the new name; paid
 * bookings keep the old name (docs/reliability.md, personal data, correction).
 * @throws DomainError PROFILE_CHANGE_LIMIT, IMAGE_NOT_YOURS, UNAUTHENTICATED; ROLE_REQUIRED when an account other than a
 *   seller's sets a seller
 *   kind.
 */
export async function changeProfile(context: Context, actor: Actor, input: ProfileChangeInput): Promise<Account> {
  return inTransaction(context.database, async (trx) => {
    const account = await lockOwnAccount(context, trx, actor);
    const name = input.name?.trim() ?? account.name;
    const number = input.number === undefined ? account.number : input.number.trim() || null;
    const photoUrl = input.photoURL === undefined ? account.photoUrl : input.photoURL || null;
    const sellerKind = input.sellerKind ?? account.sellerKind;
    assertMayChangeKind(account, sellerKind);
    const changedAccount: Account = { ...account, name, number, photoUrl, sellerKind };
    const changedFieldNames = (['name', 'number', 'photoUrl', 'sellerKind'] as const).filter(
      (field) => changedAccount[field] !== account[field],
    );
    if (changedFieldNames.length === 0) return account;
    const now = context.now();
    const recentChanges = await countProfileChanges(trx, account.id, findProfileChangesStart(now));
    assertMayChangeProfile(recentChanges, context.config.profileLimits, changedFieldNames.includes('name'), now);
    if (photoUrl !== null && photoUrl !== account.photoUrl) await assertUsableImage(trx, account.id, photoUrl);
    await saveProfile(trx, account.id, changedAccount, now);
    await setSellerKind(trx, account.id, sellerKind, now);
    if (name !== account.name) {
      await renameInOpenBookings(trx, account.id, name);
      await updateSellerNameInWishes(trx, account.id, name);
    }
    // The audit log gets only the names of the changed fields, because its entries remain after the user's personal data is
    // deleted.
    await recordAudit(context, trx, {
      actorId: account.id,
      action: 'change',
      noun: 'account',
      nounId: account.id,
      after: { fields: changedFieldNames },
    });
    return changedAccount;
  });
}
