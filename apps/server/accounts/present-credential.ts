import { type SignInMethod, signInProvider } from '@carhouse/contract/credentials';
import { type Credential, passwordProvider } from '@carhouse/database/accounts/credentials';

/**
 * Returns a list with one element: the sign-in method as the API shows it. The list is empty for a provider that is no
 * longer configured, because the API has no name for such a provider.
 */
export function presentCredential({ providerId, since }: Credential): SignInMethod[] {
  const createdAt = since.toISOString();
  if (providerId === passwordProvider) return [{ provider: 'password', since: createdAt }];
  const provider = signInProvider.shape.id.options.find((id) => id === providerId);
  return provider === undefined ? [] : [{ provider, since: createdAt }];
}
