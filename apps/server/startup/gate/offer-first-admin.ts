import { generateLinkToken } from '@carhouse/auth/link-tokens';
import { countAdmins } from '@carhouse/database/accounts/demo-data';
import { saveFirstAdminLink } from '@carhouse/database/accounts/first-admin-links';
import type { Context } from '../../context.ts';

/** Number of hours for which the link for the first admin is valid. */
const linkLifetimeHours = 24;
const command = "Or run 'npm run create-admin -- --email … --name …' on this machine.";

/**
 * When the server has no admin, creates a one-time link for the first admin and shows the link to the operator. The
 * link of an earlier start becomes invalid. Only the hash of the link's token is stored. The token is in the fragment
 * (`#`), which browsers do not send to servers.
 *
 * The server is already listening when this function runs. When the link cannot be stored, the server continues, and
 * the function prints the command that creates an admin.
 */
export async function showFirstAdminLink(context: Context, writeLine: (line: string) => void): Promise<void> {
  const token = await makeFirstAdminLink(context).catch((error: unknown) => {
    context.log.error({ err: error }, 'the link for the first admin was not made');
    return 'failed' as const;
  });
  if (token === undefined) return;
  if (token === 'failed') {
    writeLine(`The link for the first admin could not be made. ${command}`);
    return;
  }
  writeLine('There is no admin yet. Make the first one by this link, which works once and within 24 hours:');
  writeLine(`  ${context.config.publicUrl}/first-admin#token=${token}`);
  writeLine(command);
}

/** Makes and stores the link. @returns the token of the link; undefined when the server already has an admin. */
async function makeFirstAdminLink({ database, now }: Context): Promise<string | undefined> {
  if ((await countAdmins(database)) > 0) return undefined;
  const { token, hash } = generateLinkToken();
  const expiresAt = new Date(now().getTime() + linkLifetimeHours * 3_600_000);
  await saveFirstAdminLink(database, { tokenHash: hash, expiresAt });
  return token;
}
