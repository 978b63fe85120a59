/**
 * Compares an object with an example of the same resource. The result names each key that is missing and each value of
 * another type, as paths such as `charge.payment_method_details.card.network`. Null has every type, because an example
 * does not tell which fields are nullable. Lists are compared by their first items, and the keys of `openObjectPaths`,
 * such as metadata, are not compared.
 */
export function compareShapes(
  path: string,
  example: unknown,
  object: unknown,
  openObjectPaths: readonly string[] = [],
): string[] {
  if (example === null || object === null) return [];
  if (typeof example !== typeof object || Array.isArray(example) !== Array.isArray(object)) {
    return [`${path} is ${describeType(object)} and not ${describeType(example)}`];
  }
  if (Array.isArray(example) && Array.isArray(object)) {
    return example.length === 0 || object.length === 0
      ? []
      : compareShapes(`${path}[]`, example[0], object[0], openObjectPaths);
  }
  if (typeof example !== 'object' || openObjectPaths.some((pathSuffix) => path.endsWith(pathSuffix))) return [];
  const fields = object as Record<string, unknown>;
  return Object.entries(example).flatMap(([key, value]) =>
    key in fields
      ? compareShapes(`${path}.${key}`, value, fields[key], openObjectPaths)
      : [`${path}.${key} is missing`],
  );
}

function describeType(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}
