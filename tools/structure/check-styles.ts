import type { Fault } from './fault.ts';

/** The style sheet that orders the layers, and puts what it imports into them. */
const main = 'apps/web/styles/main.css';
const order = '@layer tokens, base, components, features;';

/**
 * Every rule of the web app is in a layer: one outside would win over all of them.
 * @param sheets the style sheets of the checkout
 */
export function checkStyles(sheets: readonly { path: string; text: string }[]): Fault[] {
  return sheets.flatMap(({ path, text }) => {
    if (path === main) return checkOrder(text);
    if (!path.startsWith('apps/web/features/') || isInFeatures(text)) return [];
    const mend = 'Put all of its rules into one `@layer features { … }`.';
    return [{ file: path, wrong: 'Rules stand outside the layer of the features.', mend }];
  });
}

function checkOrder(text: string): Fault[] {
  const faults: Fault[] = [];
  if (!withoutComments(text).trimStart().startsWith(order)) {
    faults.push({ file: main, wrong: 'The layers are not in their order.', mend: `Begin with \`${order}\`` });
  }
  for (const [line, file] of text.matchAll(/@import "\.\/([\w-]+\.css)"(?! layer\((?:tokens|base|components)\);)/g)) {
    faults.push({ file: main, wrong: `${file} is in no layer.`, mend: `Write \`${line} layer(components);\`.` });
  }
  return faults;
}

/** Whether the braces of one layer hold the whole sheet. */
function isInFeatures(text: string): boolean {
  const rules = withoutComments(text).trim();
  if (!rules.startsWith('@layer features {') || !rules.endsWith('}')) return false;
  let depth = 0;
  for (const [place, sign] of [...rules].entries()) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '}' && depth === 0 && place < rules.length - 1) return false;
  }
  return depth === 0;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '');
}
