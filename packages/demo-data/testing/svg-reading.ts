/**
 * Checks a drawing. The function reads the subset of XML that the drawings use (elements and double-quoted attributes,
 * no text, comments or entities).
 * @throws Error at the first fault: an unclosed or wrongly nested element, a repeated attribute, a stray `<` or `&`,
 * NaN or undefined.
 */
export function requireWellFormed(svg: string): void {
  const open: string[] = [];
  const tag = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*")*)\s*(\/?)>/y;
  while (tag.lastIndex < svg.length) {
    const from = tag.lastIndex;
    const found = tag.exec(svg);
    if (!found) throw new SyntaxError(`not well formed at ${from}: ${svg.slice(from, from + 60)}`);
    const [text, closing, name = '', attributes = '', empty] = found;
    if (/NaN|undefined|Infinity/.test(text)) throw new SyntaxError(`a missing number in ${text}`);
    const names = [...attributes.matchAll(/([a-zA-Z][\w:-]*)="/g)].map((match) => match[1]);
    if (new Set(names).size !== names.length) throw new SyntaxError(`a doubled attribute in ${text}`);
    if (closing && open.pop() !== name) throw new SyntaxError(`</${name}> closes another element`);
    if (!closing && !empty) open.push(name);
    if (open.length === 0 && tag.lastIndex < svg.length) throw new SyntaxError('more than one root element');
  }
  if (open.length > 0) throw new SyntaxError(`<${open.join('> <')}> stays open`);
}

/** The ids that the drawing declares, in order. */
export function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The ids that the drawing refers to. */
export function findReferences(svg: string): string[] {
  return [...svg.matchAll(/(?:url\(|href=")#([^")]+)/g)].map((match) => match[1] ?? '');
}
