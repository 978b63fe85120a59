/** The data of one style sheet that the rules need. */
export interface StyleSheet {
  /** Path relative to the checkout, with slashes. */
  path: string;
  text: string;
}

/** One selector of a rule. */
export interface StyleSelector {
  text: string;
  line: number;
  /** Classes that this sheet defines. */
  definedClasses: string[];
  /** Classes within `:global(…)`, which another sheet defines. */
  shared: string[];
}

/**
 * Reads all selectors of a sheet, except the selectors of `@keyframes`. In a sheet that is no CSS module, every class
 * counts as defined by the sheet.
 */
export function readSelectors({ path, text }: StyleSheet): StyleSelector[] {
  const rules = removeComments(text);
  const isCssModule = path.endsWith('.module.css');
  const selectors: StyleSelector[] = [];
  for (const { 0: selectorListText, index } of rules.matchAll(/[^{};]+(?=\{)/g)) {
    const list = selectorListText.trim();
    if (list.startsWith('@') || /^(?:from|to|[\d.]+%)/.test(list)) continue;
    const trimmedStart = index + selectorListText.length - selectorListText.trimStart().length;
    const line = rules.slice(0, trimmedStart).split('\n').length;
    for (const selectorText of splitSelectorList(list)) {
      const shared = isCssModule
        ? [...selectorText.matchAll(/:global\(\.([\w-]+)\)/g)].map(([, name]) => name ?? '')
        : [];
      const definedClasses = [...selectorText.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(
        ([, name]) => name ?? '',
      );
      selectors.push({ text: selectorText, line, definedClasses, shared });
    }
  }
  return selectors;
}

/** Replaces comments by blanks, so that line numbers remain the same. */
export function removeComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** Splits a list at the commas outside brackets. */
function splitSelectorList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let trimmedStart = 0;
  for (const [index, character] of [...list].entries()) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(list.slice(trimmedStart, index).trim());
      trimmedStart = index + 1;
    }
  }
  return [...parts, list.slice(trimmedStart).trim()];
}
