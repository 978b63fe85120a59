import { makeInvalidRequestError } from './stripe-error.ts';

/** A parsed form. Nested brackets become nested objects. Each value is a string. */
export type Params = Record<string, unknown>;

// Parameters that SDKs and browsers add to every call.
const ALWAYS_ALLOWED_PARAMS = ['expand', 'key', '_stripe_version', '_stripe_account'];

/**
 * Refuses parameters that the call does not have, as the real API does. Ignoring a mistyped parameter would hide a
 * defect.
 */
export function assertAllowedNames(params: Params, names: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (!names.includes(name) && !ALWAYS_ALLOWED_PARAMS.includes(name)) {
      throw makeInvalidRequestError(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
    }
  }
}

/** Returns the parameter as a string. The result is undefined when the parameter is absent or empty. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string')
    throw makeInvalidRequestError(`Invalid string: ${name}`, 'parameter_invalid_string', name);
  return value;
}

export function readRequiredText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw makeInvalidRequestError(`Missing required param: ${name}.`, 'parameter_missing', name);
  return value;
}

/** Returns the parameter as a whole number. The result is undefined when the parameter is absent. */
export function readInteger(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw makeInvalidRequestError(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  }
  return Number(value);
}

export function readFlag(params: Params, name: string): boolean {
  const value = text(params, name);
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw makeInvalidRequestError(`Invalid boolean: ${value}`, 'parameter_invalid_boolean', name);
}

/** Returns a nested form such as `metadata[…]`; the result is empty when the form is absent. */
export function readGroup(params: Params, name: string): Params {
  const value = params[name];
  if (value === undefined || value === '') return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw makeInvalidRequestError(`Invalid object: ${name}`, 'parameter_invalid_object', name);
  }
  return Object.fromEntries(Object.entries(value));
}

/** Returns a list such as `types[0]=…`; the result is empty when the list is absent. */
export function readTexts(params: Params, name: string): string[] {
  const value = params[name];
  if (value === undefined || value === '') return [];
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'object'
      ? Object.values(value ?? {})
      : [value];
  return items.map(String);
}

/**
 * Merges the metadata of a call into the stored metadata. An empty value removes its key, and an empty `metadata`
 * removes all keys.
 */
export function mergeMetadata(storedMetadata: Record<string, string>, params: Params): Record<string, string> {
  if (params.metadata === undefined) return storedMetadata;
  if (params.metadata === '') return {};
  const removedKeys = Object.entries(readGroup(params, 'metadata')).flatMap(([key, value]) =>
    value === '' ? [key] : [],
  );
  const remainingEntries = Object.entries(storedMetadata).filter(([key]) => !removedKeys.includes(key));
  return readMetadata({ metadata: { ...Object.fromEntries(remainingEntries), ...readMetadata(params) } });
}

/** Reads metadata. The documented limits are 50 keys of 40 characters and values of 500 characters. */
export function readMetadata(params: Params): Record<string, string> {
  const entries = Object.entries(readGroup(params, 'metadata')).filter(([, value]) => value !== '');
  if (entries.length > 50) throw makeInvalidRequestError('Metadata can have at most 50 keys.', undefined, 'metadata');
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
        throw makeInvalidRequestError(
          'Metadata keys have at most 40 characters and values are text of at most 500.',
          'parameter_invalid_string',
          `metadata[${key}]`,
        );
      }
      return [key, value];
    }),
  );
}
