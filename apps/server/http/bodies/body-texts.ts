/** A text or number in a parsed body, or the name of a field of this body. */
export type BodyText = { readonly path: string; readonly text: string; readonly isName: boolean };

/**
 * Yields all texts, numbers and field names of a parsed body. The walk is not recursive, because 60 KB of brackets nest
 * deeper than the stack allows.
 */
export function* listTextsInBody(body: unknown): Generator<BodyText> {
  const valuesToVisit: { readonly value: unknown; readonly path: string }[] = [{ value: body, path: '' }];
  for (let each = valuesToVisit.pop(); each !== undefined; each = valuesToVisit.pop()) {
    const { value, path } = each;
    if (typeof value === 'string' || typeof value === 'number') {
      yield { path, text: String(value), isName: false };
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, innerValue] of Object.entries(value)) {
        yield { path, text: name, isName: true };
        valuesToVisit.push({ value: innerValue, path: path === '' ? name : `${path}.${name}`.slice(0, 200) });
      }
    }
  }
}
