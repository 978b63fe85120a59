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
    const startIndex = tagPattern.lastIndex;
    const tagMatch = tagPattern.exec(svg);
    if (!tagMatch) throw new SyntaxError(`not well formed at ${startIndex}: ${svg.slice(startIndex, startIndex + 60)}`);
    const [text, closing, name = '', attributes = '', empty] = tagMatch;
    if (/NaN|undefined|Infinity/.test(text)) throw new SyntaxError(`a missing number in ${text}`);
    const attributeNames = [...attributes.matchAll(/([a-zA-Z][\w:-]*)="/g)].map((match) => match[1]);
    if (new Set(attributeNames).size !== attributeNames.length) throw new SyntaxError(`a doubled attribute in ${text}`);
    if (closing && openElements.pop() !== name) throw new SyntaxError(`</${name}> closes another element`);
    if (!closing && !empty) openElements.push(name);
    if (openElements.length === 0 && tagPattern.lastIndex < svg.length)
      throw new SyntaxError('more than one root element');
  }
  if (openElements.length > 0) throw new SyntaxError(`<${openElements.join('> <')}> stays open`);
}

/** The ids that the drawing declares, in order. */
export function listIds(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The ids that the drawing refers to. */
export function findReferences(svg: string): string[] {
  return [...svg.matchAll(/(?:url\(|href=")#([^")]+)/g)].map((match) => match[1] ?? '');
}
