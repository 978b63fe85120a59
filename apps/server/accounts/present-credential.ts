import { type SignInMethod, signInProvider } from '@carhouse/contract/credentials';
import { type Credential, passwordProvider } from '@carhouse/database/accounts/credentials';

/**
 * A sign-in method as the API shows it. Leaves out providers of an earlier configuration, which the API does not know.
 */
export function presentCredential({ providerId, since }: Credential): SignInMethod[] {
  const at = since.toISOString();
  if (providerId === passwordProvider) return [{ provider: 'password', since: at }];
  const provider = signInProvider.shape.id.options.find((id) => id === providerId);
  return provider === undefined ? [] : [{ provider, since: at }];
}
