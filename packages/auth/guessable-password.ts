import { passwordLengthMinimum } from '@carhouse/domain/account/password-rules';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { makePasswordError } from './sign-up-fields.ts';

/** The name and the e-mail address of the owner of a new password, which the password must not consist of. */
export type PasswordOwner = { readonly name: string; readonly email: string };

/**
 * Minimum number of guesses that finding a password must take, as the estimator computes them. Six characters without a
 * pattern take a million guesses.
 */
const minGuesses = 100_000;
/**
 * Number of characters at the start of a password that the estimator examines. Searching a longer text for patterns
 * takes too long.
 */
const maxExaminedLength = 24;
/**
 * Minimum number of characters of a part of a name that is looked for in the password. Shorter parts also occur in many
 * other words.
 */
const minNameWordLength = 5;
/** Words that an attacker would try first on this server: its two names and the admin role. */
const productWords = ['carhouse', 'resalehouse', 'admin'];

const refusalMessages = {
  common: 'This password is one of the first that others would try. Please choose another one',
  personal: 'Please choose a password that is more than a name, an e-mail address or the name of this site',
} as const;

/**
 * Refuses passwords that meet the specification's three rules but are easily guessed (ASVS 6.2.4, 6.2.11). Easily
 * guessed passwords are names, keyboard sequences, repetitions and common passwords, also with other upper and lower
 * case, and with digits or signs in place of letters.
 * @throws DomainError PASSWORD_RULE
 */
export async function refuseGuessablePassword(password: string, owner: PasswordOwner): Promise<void> {
  if (isPersonalPassword(password, owner)) throw makePasswordError('personal', refusalMessages.personal);
  if (await isCommonPassword(password)) throw makePasswordError('common', refusalMessages.common);
}

/**
 * Whether fewer than `passwordLengthMinimum` characters of the password remain when a word of the owner's name or e-mail
 * address, or one of `productWords`, is removed.
 */
function isPersonalPassword(password: string, { name, email }: PasswordOwner): boolean {
  const text = undoLookalikes(password);
  const words = [...productWords, ...listNameWords(name), ...listNameWords(email.split('@')[0] ?? '')];
  return words.some((word) => text.includes(word) && [...text.replaceAll(word, '')].length < passwordLengthMinimum);
}

/** Returns the words of a name or an e-mail address, and all of them joined to one word. */
function listNameWords(text: string): string[] {
  const words = undoLookalikes(text).split(/[^\p{L}]+/u);
  return [...words, words.join('')].filter((word) => [...word].length >= minNameWordLength);
}

const lettersByLookalike: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};

/**
 * Returns the text in lower case, without accents, and with letters in place of look-alike digits and signs: `p@ss0`
 * becomes `passo`.
 */
function undoLookalikes(text: string): string {
  const unaccentedText = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return unaccentedText.replace(/[0345@$]/g, (lookalike) => lettersByLookalike[lookalike] ?? lookalike);
}

async function isCommonPassword(password: string): Promise<boolean> {
  const { guesses, sequence } = (await loadEstimator()).check([...password].slice(0, maxExaminedLength).join(''));
  const [firstPart, ...furtherParts] = sequence;
  const isListedPassword = firstPart?.pattern === 'dictionary' && furtherParts.length === 0;
  return isListedPassword || guesses < minGuesses;
}

let estimatorPromise: Promise<ZxcvbnFactory> | undefined;

/**
 * Loads the estimator of guesses when the first password is checked, because its list of fifty thousand common
 * passwords takes some megabytes of memory.
 */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimatorPromise ??= loadEstimatorLibrary();
  return estimatorPromise;
}

async function loadEstimatorLibrary(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  // The estimator tries only a few substitutions of signs for letters. Each further substitution would multiply the
  // time to examine a password that an attacker has designed to be slow.
  const commonPasswords = { 'passwords-common': dictionary['passwords-common'] };
  return new ZxcvbnFactory({ dictionary: commonPasswords, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 });
}
