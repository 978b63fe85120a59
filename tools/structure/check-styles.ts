import { posix } from 'node:path';
import type { Fault } from './fault.ts';
import { readSelectors, removeComments, type StyleSheet } from './style-sheet.ts';

/** The style sheet that sets the order of the layers and imports the other sheets into them. */
const mainSheetPath = 'apps/web/styles/main.css';
const layerOrder = '@layer tokens, base, components, features;';

/**
 * Checks the rules for the style sheets of the web app. Every rule is in a layer, because a rule outside of the layers
 * would override all layers. A class is styled in one file. The name of a class is a word. When a component uses a
 * class of a module, the class exists.
 * @param sheets the style sheets of the checkout
 * @param sources the source files of the checkout
 */
export function checkStyles(sheets: readonly StyleSheet[], sources: readonly StyleSheet[]): Fault[] {
  const webSheets = sheets.filter(({ path }) => path.startsWith('apps/web/'));
  return [
    ...webSheets.flatMap(checkLayer),
    ...checkClassOwners(webSheets),
    ...webSheets.flatMap(checkClassNames),
    ...checkUsedClasses(webSheets, sources),
  ];
}

function checkLayer({ path, text }: StyleSheet): Fault[] {
  if (path === mainSheetPath) return checkOrder(text);
  if (!path.startsWith('apps/web/features/')) return [];
  const faults: Fault[] = [];
  if (!path.endsWith('.module.css')) {
    const advice = `Call it '${path.replace(/\.css$/, '.module.css')}', and import its classes.`;
    faults.push({ file: path, problem: 'The classes of a feature are those of a CSS module.', remedy: advice });
  }
  if (!isInFeaturesLayer(text)) {
    const advice = 'Put all of its rules into one `@layer features { … }`.';
    faults.push({ file: path, problem: 'Rules stand outside the layer of the features.', remedy: advice });
  }
  return faults;
}

function checkOrder(text: string): Fault[] {
  const faults: Fault[] = [];
  if (!removeComments(text).trimStart().startsWith(layerOrder)) {
    faults.push({
      file: mainSheetPath,
      problem: 'The layers are not in their order.',
      remedy: `Begin with \`${layerOrder}\``,
    });
  }
  for (const [line, file] of text.matchAll(/@import "\.\/([\w-]+\.css)"(?! layer\((?:tokens|base|components)\);)/g)) {
    faults.push({
      file: mainSheetPath,
      problem: `${file} is in no layer.`,
      remedy: `Write \`${line} layer(components);\`.`,
    });
  }
  return faults;
}

/** Whether one layer contains the whole sheet. */
function isInFeaturesLayer(text: string): boolean {
  const rules = removeComments(text).trim();
  if (!rules.startsWith('@layer features {') || !rules.endsWith('}')) return false;
  let depth = 0;
  for (const [index, character] of [...rules].entries()) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === '}' && depth === 0 && index < rules.length - 1) return false;
  }
  return depth === 0;
}

/** Matches a class for a state. A class for a state belongs to the class next to it: `.drawer.is-open`. */
const stateClassPattern = /^(?:is|has)-/;

/**
 * Checks that one file owns each class. A file owns a class when it has a rule for the class alone. Other files style
 * the class only inside a class that they own: `.orderEnd :global(.btn)`.
 */
function checkClassOwners(sheets: readonly StyleSheet[]): Fault[] {
  const faults: Fault[] = [];
  const filesByClass = new Map<string, string>();
  const globalSheets = sheets.filter(({ path }) => !path.endsWith('.module.css'));
  const rules = globalSheets.flatMap((sheet) =>
    readSelectors(sheet).map(({ definedClasses, line }) => ({
      file: sheet.path,
      line,
      classes: [...new Set(definedClasses)].filter((name) => !stateClassPattern.test(name)),
    })),
  );
  for (const { file, line, classes } of rules) {
    const [name] = classes;
    if (name === undefined || classes.length > 1) continue;
    const owner = filesByClass.get(name);
    if (owner === undefined) filesByClass.set(name, file);
    else if (owner !== file) {
      const advice = `Move the rule there, or into a class of ${file}.`;
      faults.push({ file, line, problem: `.${name} is styled in ${owner} too.`, remedy: advice });
    }
  }
  for (const { file, line, classes } of rules) {
    if (classes.length < 2 || classes.some((name) => (filesByClass.get(name) ?? file) === file)) continue;
    const advice = `Move it to ${filesByClass.get(classes.at(-1) ?? '')}.`;
    faults.push({ file, line, problem: 'A rule styles only classes of other files.', remedy: advice });
  }
  for (const sheet of sheets.filter(({ path }) => path.endsWith('.module.css'))) {
    for (const { text, line, definedClasses } of readSelectors(sheet)) {
      const id = /#[\w-]+/.exec(text.replace(/:global\([^)]*\)/g, ''))?.[0];
      if (id !== undefined) {
        const advice = `Write \`:global(${id})\`.`;
        faults.push({
          file: sheet.path,
          line,
          problem: `The id ${id} would get the name of a class of the module.`,
          remedy: advice,
        });
      }
      if (definedClasses.length > 0) continue;
      const advice = 'Begin it with a class of this file, or move the rule to apps/web/styles/.';
      faults.push({ file: sheet.path, line, problem: `'${text}' styles what is not of this feature.`, remedy: advice });
    }
  }
  return faults;
}

/** Short words that are allowed as parts of a class name. */
const shortWords = new Set(['sm', 'lg', 'xl', 'ok', 'ad', 'on', 'qr', 'by', 'as', 'id', 'is']);

function checkClassNames(sheet: StyleSheet): Fault[] {
  const faults: Fault[] = [];
  for (const { definedClasses, line } of readSelectors(sheet)) {
    for (const name of definedClasses) {
      const words = name.split(/[-_]+|(?=[A-Z])/).filter((word) => !/^\d*$/.test(word));
      const tooShortWord = words.find((word) => word.length < 3 && !shortWords.has(word.toLowerCase()));
      if (name.length > 2 && tooShortWord === undefined) continue;
      const advice = 'Write the word that it stands for.';
      faults.push({ file: sheet.path, line, problem: `.${name} has a name of one or two letters.`, remedy: advice });
    }
  }
  return faults;
}

/**
 * Checks that used classes exist. A missing class would be `undefined` in the page, and the compiler does not report
 * it.
 */
function checkUsedClasses(sheets: readonly StyleSheet[], sources: readonly StyleSheet[]): Fault[] {
  const sheetsByPath = new Map(sheets.map((sheet) => [sheet.path, sheet]));
  const faults: Fault[] = [];
  const usedClasses = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, variable, specifier] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const file = posix.join(posix.dirname(path), specifier ?? '');
      const sheet = sheetsByPath.get(file);
      const names = new Set(
        sheet === undefined ? [] : readSelectors(sheet).flatMap(({ definedClasses }) => definedClasses),
      );
      const classesUsedOfFile = usedClasses.get(file) ?? usedClasses.set(file, new Set()).get(file);
      for (const [, name = '', classPrefix] of text.matchAll(
        new RegExp(`\\b${variable}(?:\\.(\\w+)|\\[\`(\\w+)\\$)`, 'g'),
      )) {
        if (classPrefix !== undefined)
          for (const className of names) if (className.startsWith(classPrefix)) classesUsedOfFile?.add(className);
        classesUsedOfFile?.add(name);
        if (name === '' || names.has(name)) continue;
        const advice = `Name a class of ${file}.`;
        faults.push({ file: path, problem: `${variable}.${name} is no class of its module.`, remedy: advice });
      }
    }
  }
  for (const [file, names] of usedClasses) {
    const sheet = sheetsByPath.get(file);
    if (sheet === undefined) continue;
    for (const name of new Set(readSelectors(sheet).flatMap(({ definedClasses }) => definedClasses))) {
      if (!names.has(name)) faults.push({ file, problem: `.${name} is used nowhere.`, remedy: 'Delete its rules.' });
    }
  }
  return faults;
}
