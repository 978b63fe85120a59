import { type SignInMethod, signInProvider } from '@carhouse/contract/credentials';
import { type Credential, passwordProvider } from '@carhouse/database/accounts/credentials';

/**
 * A sign-in method as the API shows it. Providers that are no longer configured are omitted, because the API does not know
 * them.
 */
export function presentCredential({ providerId, since }: Credential): SignInMethod[] {
  const at = since.toISOString();
  if (providerId === passwordProvider) return [{ provider: 'password', since: at }];
  const provider = signInProvider.shape.id.options.find((id) => id === providerId);
  return provider === undefined ? [] : [{ provider, since: at }];
}
