import { passwordMessages } from '@carhouse/domain/account/password-messages';
import { findBrokenPasswordRule, passwordLengthMaximum } from '@carhouse/domain/account/password-rules';
import { DomainError, type FieldFault } from '@carhouse/domain/errors/domain-error';
import { readDrawnPhoto } from '@carhouse/domain/image/drawn-photo';
import { findPublicLineFault } from '@carhouse/domain/text/public-line';

export type SignUpFields = {
  readonly name: string;
  /** The e-mail address in lower case. */
  readonly email: string;
  readonly password: string;
  readonly photoUrl: string | null;
};

/** Maximum number of characters of a valid e-mail address (RFC 5321, 4.5.3.1.3). */
const maxEmailLength = 254;

/**
 * Reads the fields of a visitor who signs up. The photo cannot be an image on this server, because a visitor has no
 * account and so cannot have uploaded one.
 * @throws DomainError IMAGE_NOT_YOURS for an image of the server, and the errors of readSignUp.
 */
export function readVisitorSignUp(body: unknown): SignUpFields {
  const fields = readSignUp(body);
  const { photoUrl } = fields;
  if (photoUrl?.startsWith('/') && readDrawnPhoto(photoUrl) === undefined) {
    const errors = [{ path: 'image', code: 'not_yours', message: 'Not your upload' }];
    throw new DomainError('IMAGE_NOT_YOURS', { errors });
  }
  return fields;
}

export type SignInFields = { readonly email: string; readonly password: string };

/**
 * Reads the four fields of a sign-up and ignores all others, so that a client cannot set a role, a status or an id. The
 * sign-up form marks only the photo as required (specification, section 5), so an empty name is replaced by the part of
 * the address before the @.
 * @throws DomainError INVALID with the invalid fields, or PASSWORD_RULE with the specification's sentence.
 */
export function readSignUp(body: unknown): SignUpFields {
  const [name, email, password, image] = readTextFields(body, ['name', 'email', 'password', 'image']);
  refuseBrokenPassword(password);
  const faults = [...findNameFaults(name), ...findEmailFaults(email), ...findImageFaults(image)];
  if (faults.length > 0) throw new DomainError('INVALID', { errors: faults });
  return {
    name: name.trim() || (email.split('@')[0] ?? email),
    email: email.toLowerCase(),
    password,
    photoUrl: image === '' ? null : image,
  };
}

/**
 * @throws DomainError INVALID when a field is no text; INVALID_CREDENTIALS for an address or a password that no account
 *   can have.
 */
export function readSignIn(body: unknown): SignInFields {
  const [email, password] = readTextFields(body, ['email', 'password']);
  if (password === '' || [...password].length > passwordLengthMaximum) throw new DomainError('INVALID_CREDENTIALS');
  // PostgreSQL cannot store NUL and rejects it in queries.
  if (email.includes('\0') || email.length > maxEmailLength) throw new DomainError('INVALID_CREDENTIALS');
  return { email, password };
}

/**
 * Reads the start of a sign-in by an OpenID provider. `from` is the page where the sign-in started.
 * @throws DomainError INVALID
 */
export function readOpenidStart(body: unknown): { readonly provider: string; readonly from: string } {
  const [provider, from] = readTextFields(body, ['provider', 'from']);
  return { provider, from };
}

/** @throws DomainError PASSWORD_RULE with the sentence of the first broken rule. */
export function refuseBrokenPassword(password: string): void {
  const rule = findBrokenPasswordRule(password);
  if (rule !== undefined) throw makePasswordError(rule, passwordMessages[rule]);
  if ([...password].length > passwordLengthMaximum) {
    throw makePasswordError('too_long', `password should be at most ${passwordLengthMaximum} characters`);
  }
  if (!password.isWellFormed()) throw makePasswordError('malformed', 'The text is not well formed');
}

export function makePasswordError(code: string, message: string): DomainError {
  return new DomainError('PASSWORD_RULE', { detail: message, errors: [{ path: 'password', code, message }] });
}

/** Returns the named fields as text. A missing field or null becomes ''. */
function readTextFields<const Names extends readonly string[]>(
  body: unknown,
  fieldNames: Names,
): { [Index in keyof Names]: string } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new DomainError('INVALID');
  const bodyFields = new Map<string, unknown>(Object.entries(body));
  const faults: FieldFault[] = [];
  const values = fieldNames.map((name) => {
    const value = bodyFields.get(name) ?? '';
    if (typeof value === 'string') return value;
    faults.push({ path: name, code: 'invalid_type', message: 'This must be text' });
    return '';
  });
  if (faults.length > 0) throw new DomainError('INVALID', { errors: faults });
  return values as { [Index in keyof Names]: string };
}

function findNameFaults(name: string): FieldFault[] {
  if ([...name].length > 200) return [{ path: 'name', code: 'too_long', message: 'At most 200 characters' }];
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) {
    return [{ path: 'name', code: 'malformed', message: 'Control characters are not allowed' }];
  }
  const fault = findPublicLineFault(name);
  return fault === undefined ? [] : [{ path: 'name', ...fault }];
}

/**
 * Returns the errors of an e-mail address that the table cannot store. The sign-in library checks the format of the
 * address.
 */
function findEmailFaults(email: string): FieldFault[] {
  return email.length > maxEmailLength ? [{ path: 'email', code: 'too_long', message: 'At most 254 characters' }] : [];
}

function findImageFaults(image: string): FieldFault[] {
  if (image.length > 2048) return [{ path: 'image', code: 'too_long', message: 'At most 2048 characters' }];
  const isImageUrl = image === '' || (image.isWellFormed() && /^(\/media\/|https:\/\/)[^\s\p{Cc}]+$/u.test(image));
  return isImageUrl ? [] : [{ path: 'image', code: 'malformed', message: 'A photo URL starts with https://' }];
}
