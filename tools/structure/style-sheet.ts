/** The data of one style sheet that the rules need. */
export interface StyleSheet {
  /** Path relative to the checkout, with slashes. */
  path: string;
  text: string;
}

/** One selector of a rule. */
export interface Selector {
  text: string;
  line: number;
  /** Classes that this sheet defines. */
  ownClasses: string[];
  /** Classes within `:global(…)`, which another sheet defines. */
  shared: string[];
}

/** All selectors of a sheet, except those of `@keyframes`. In a plain sheet every class is its own class. */
export function readSelectors({ path, text }: StyleSheet): Selector[] {
  const rules = withoutComments(text);
  const isModule = path.endsWith('.module.css');
  const selectors: Selector[] = [];
  for (const { 0: head, index } of rules.matchAll(/[^{};]+(?=\{)/g)) {
    const list = head.trim();
    if (list.startsWith('@') || /^(?:from|to|[\d.]+%)/.test(list)) continue;
    const start = index + head.length - head.trimStart().length;
    const line = rules.slice(0, start).split('\n').length;
    for (const one of splitList(list)) {
      const shared = isModule ? [...one.matchAll(/:global\(\.([\w-]+)\)/g)].map(([, name]) => name ?? '') : [];
      const ownClasses = [...one.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(
        ([, name]) => name ?? '',
      );
      selectors.push({ text: one, line, ownClasses, shared });
    }
  }
  return selectors;
}

/** Replaces comments by blanks, so that line numbers remain the same. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** Splits a list at the commas outside brackets. */
function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [place, sign] of [...list].entries()) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(list.slice(start, place).trim());
      start = place + 1;
    }
  }
  return [...parts, list.slice(start).trim()];
}
