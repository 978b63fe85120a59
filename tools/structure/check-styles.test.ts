import { expect, test } from 'vitest';
import { checkStyles } from './check-styles.ts';

const layerOrder = '@layer tokens, base, components, features;';
const makeMainSheet = (text: string) => ({ path: 'apps/web/styles/main.css', text });
const makeControlsSheet = (text: string) => ({ path: 'apps/web/styles/controls.css', text });
const makeTableSheet = (text: string) => ({ path: 'apps/web/styles/table.css', text });
const faqModulePath = 'apps/web/features/faq/faq-page.module.css';
const makeFeatureSheet = (text: string) => ({ path: faqModulePath, text });
const makeFeaturesSheet = (rules: string) => makeFeatureSheet(`@layer features {\n  ${rules}\n}\n`);
const makePage = (text: string) => ({ path: 'apps/web/features/faq/faq-page.tsx', text });
const checkSheets = (...sheets: { path: string; text: string }[]) => checkStyles(sheets, []);

test('layers in the right order, with all rules in them, have no fault', () => {
  expect(checkSheets(makeMainSheet(`/* The look. */\n${layerOrder}\n@import "./base.css" layer(base);`))).toEqual([]);
  expect(
    checkSheets(makeFeatureSheet('/* Answers. */\n@layer features {\n  .answer {\n    color: red;\n  }\n}\n')),
  ).toEqual([]);
});

test.each([
  makeMainSheet(`@import "./base.css" layer(base);\n${layerOrder}`),
  makeMainSheet(`${layerOrder}\n@import "./base.css";`),
  makeMainSheet(`${layerOrder}\n@import "./base.css" layer(other);`),
  makeFeatureSheet('.answer { color: red; }'),
  makeFeatureSheet('@layer features { .answer { color: red; } }\n.open { color: red; }'),
  makeFeatureSheet('.open { color: red; }\n@layer features { .answer { color: red; } }'),
  makeFeatureSheet('@layer features { .answer { color: red; } } @layer base { .open { color: red; } }'),
  { path: 'apps/web/features/faq/faq-page.css', text: '@layer features { .answer { color: red; } }' },
])('a rule outside the layers, layers in another order, or a plain sheet of a feature is a fault: $text', (sheet) => {
  expect(checkSheets(sheet)).toMatchObject([{ file: sheet.path }]);
});

test('a class is styled in one file; other files style it only within a class of their own', () => {
  const button = makeControlsSheet('.btn { color: red; }\n.btn:hover, .btn.is-on { color: blue; }');
  expect(checkSheets(button, makeTableSheet('.table .btn { color: green; }\n.table { color: red; }'))).toEqual([]);
  expect(checkSheets(button, makeFeaturesSheet('.answer :global(.btn) { color: green; }'))).toEqual([]);
  expect(checkSheets(button, makeTableSheet('td { color: red; }\ntd .btn { color: green; }'))).toMatchObject([
    { file: 'apps/web/styles/table.css', line: 2, problem: '.btn is styled in apps/web/styles/controls.css too.' },
  ]);
  expect(
    checkSheets(button, makeControlsSheet('.link { color: red; }'), makeTableSheet('.btn .link { color: green; }')),
  ).toMatchObject([{ file: 'apps/web/styles/table.css', problem: 'A rule styles only classes of other files.' }]);
  expect(checkSheets(button, makeFeaturesSheet('main > :global(.btn) { color: green; }'))).toMatchObject([
    { file: faqModulePath, line: 2 },
  ]);
});

test('an id in a CSS module is a fault outside of :global', () => {
  expect(checkSheets(makeFeaturesSheet('.answer:has(:global(#open):checked) { color: #fff; }'))).toEqual([]);
  expect(checkSheets(makeFeaturesSheet('.answer:has(#open:checked) { color: #fff; }'))).toMatchObject([
    { file: faqModulePath, line: 2 },
  ]);
});

test.each(['.aa', '.order__p', '.top__in', '.orderP', '.x'])('a name of one or two letters is a fault: %s', (name) => {
  expect(checkSheets(makeTableSheet(`${name} { color: red; }`))).toMatchObject([
    { file: 'apps/web/styles/table.css', line: 1 },
  ]);
});

test.each(['.btn--lg', '.is-on', '.gallery--2', '.byPrice'])(
  'names of sizes, names of states and whole words have no fault: %s',
  (name) => {
    expect(checkSheets(makeTableSheet(`.list${name} { color: red; }\n.list { color: blue; }`))).toEqual([]);
  },
);

test('a class that a component uses must be in its CSS module, and each class of the module must be used', () => {
  const sheet = makeFeaturesSheet('.answer { color: red; }\n  .size2 { color: red; }\n  .gone { color: red; }');
  const text = `import styles from './faq-page.module.css';\nconst a = [styles.answer, styles.other, styles[\`size\${n}\`]];`;
  expect(checkStyles([sheet], [makePage(text)])).toMatchObject([
    { file: 'apps/web/features/faq/faq-page.tsx', problem: 'styles.other is no class of its module.' },
    { file: faqModulePath, problem: '.gone is used nowhere.' },
  ]);
});

test('percentages of an animation and URLs are no classes', () => {
  expect(
    checkSheets(
      makeFeaturesSheet('.strip { animation: run 1s; }\n  @keyframes run { 12.5% { top: 0; } to { top: 1px; } }'),
    ),
  ).toEqual([]);
});
