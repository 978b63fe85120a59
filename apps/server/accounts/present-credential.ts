import { signInProvider, type WayIn } from '@carhouse/contract/credentials';
import { type Credential, passwordProvider } from '@carhouse/database/accounts/credentials';

/** A way in on the wire. Providers of an earlier configuration, which the wire does not know, are left out. */
export function presentCredential({ providerId, since }: Credential): WayIn[] {
  const at = since.toISOString();
  if (providerId === passwordProvider) return [{ provider: 'password', since: at }];
  const provider = signInProvider.shape.id.options.find((id) => id === providerId);
  return provider === undefined ? [] : [{ provider, since: at }];
}
