import { texts } from '@carhouse/contract/texts';
import { accountTexts } from '#texts/accounts';
import { IdentityError } from '../../session.ts';

/** What went wrong, in the server's own sentence. */
export function failureText(error: unknown): string {
  return error instanceof Error ? error.message : accountTexts.somethingWrong;
}

/** Wrong credentials get the specification's words. A server that cannot answer is not the visitor's mistake. */
export function loginFailure(error: unknown): string {
  if (error instanceof IdentityError && error.status >= 400 && error.status < 500 && error.status !== 429) {
    return texts.toasts.loginFailed;
  }
  return error instanceof Error ? error.message : texts.toasts.loginFailed;
}
