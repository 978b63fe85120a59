/** One text or number of a parsed body, or one of its field names. */
export type BodyText = { readonly path: string; readonly text: string; readonly isName: boolean };

/**
 * Yields all texts, numbers and field names of a parsed body. The walk is not recursive, because 60 KB of brackets nest
 * deeper than the stack allows.
 */
export function* listTextsInBody(body: unknown): Generator<BodyText> {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: body, path: '' }];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { value, path } = each;
    if (typeof value === 'string' || typeof value === 'number') {
      yield { path, text: String(value), isName: false };
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [name, inner] of Object.entries(value)) {
        yield { path, text: name, isName: true };
        open.push({ value: inner, path: path === '' ? name : `${path}.${name}`.slice(0, 200) });
      }
    }
  }
}
