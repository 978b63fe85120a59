import { newLinkToken } from '@carhouse/auth/link-tokens';
import { countAdmins } from '@carhouse/database/accounts/demo-data';
import { saveFirstAdminLink } from '@carhouse/database/accounts/first-admin-links';
import type { Context } from '../../context.ts';

/** Number of hours for which the link for the first admin is valid. */
const hours = 24;

/**
 * Makes a one-time link and shows it to the operator, when the server has no admin. The link of an earlier start becomes
 * invalid. Only the hash of the link's token is stored. The token is in the fragment (`#`), which browsers do not send to
 * servers.
 */
export async function offerFirstAdmin(context: Context, say: (line: string) => void): Promise<void> {
  if ((await countAdmins(context.database)) > 0) return;
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(context.now().getTime() + hours * 3_600_000);
  await saveFirstAdminLink(context.database, { tokenHash: hash, expiresAt });
  say('There is no admin yet. Make the first one by this link, which works once and within 24 hours:');
  say(`  ${context.config.publicUrl}/first-admin#token=${token}`);
  say("or with 'npm run create-admin -- --email … --name …' on this machine.");
}
