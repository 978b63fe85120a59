/**
 * Checks a drawing. The function reads the subset of XML that the drawings use (elements and double-quoted attributes,
 * no text, comments or entities).
 * @throws Error at the first fault: an unclosed or wrongly nested element, a repeated attribute, a stray `<` or `&`,
 * NaN or undefined.
 */
export function requireWellFormed(svg: string): void {
  const openElements: string[] = [];
  const tagPattern = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*")*)\s*(\/?)>/y;
  while (tagPattern.lastIndex < svg.length) {
    const from = tagPattern.lastIndex;
    const foundTag = tagPattern.exec(svg);
    if (!foundTag) throw new SyntaxError(`not well formed at ${from}: ${svg.slice(from, from + 60)}`);
    const [text, closing, name = '', attributes = '', empty] = foundTag;
    if (/NaN|undefined|Infinity/.test(text)) throw new SyntaxError(`a missing number in ${text}`);
    const names = [...attributes.matchAll(/([a-zA-Z][\w:-]*)="/g)].map((match) => match[1]);
    if (new Set(names).size !== names.length) throw new SyntaxError(`a doubled attribute in ${text}`);
    if (closing && openElements.pop() !== name) throw new SyntaxError(`</${name}> closes another element`);
    if (!closing && !empty) openElements.push(name);
    if (openElements.length === 0 && tagPattern.lastIndex < svg.length)
      throw new SyntaxError('more than one root element');
  }
  if (openElements.length > 0) throw new SyntaxError(`<${openElements.join('> <')}> stays open`);
}

/** The ids that the drawing declares, in order. */
export function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The ids that the drawing refers to. */
export function findReferences(svg: string): string[] {
  return [...svg.matchAll(/(?:url\(|href=")#([^")]+)/g)].map((match) => match[1] ?? '');
}
