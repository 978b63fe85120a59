import { accountMessages } from '#messages/accounts';

const sentences: Readonly<Record<string, string>> = accountMessages.openidFaults;

/** The sentence for a fault in the address, or undefined where there is none. Unknown words are never shown. */
export function openidFault(fault: string | undefined): string | undefined {
  if (fault === undefined) return undefined;
  return Object.hasOwn(sentences, fault) ? sentences[fault] : accountMessages.signInFailed;
}
