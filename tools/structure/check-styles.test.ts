import { expect, test } from 'vitest';
import { checkStyles } from './check-styles.ts';

const order = '@layer tokens, base, components, features;';
const main = (text: string) => ({ path: 'apps/web/styles/main.css', text });
const feature = (text: string) => ({ path: 'apps/web/features/faq/faq-page.css', text });

test('the layers in their order, and rules in them, pass', () => {
  expect(checkStyles([main(`/* The look. */\n${order}\n@import "./base.css" layer(base);`)])).toEqual([]);
  expect(checkStyles([feature('/* Answers. */\n@layer features {\n  a {\n    color: red;\n  }\n}\n')])).toEqual([]);
});

test.each([
  main(`@import "./base.css" layer(base);\n${order}`),
  main(`${order}\n@import "./base.css";`),
  main(`${order}\n@import "./base.css" layer(other);`),
  feature('a { color: red; }'),
  feature('@layer features { a { color: red; } }\nb { color: red; }'),
  feature('b { color: red; }\n@layer features { a { color: red; } }'),
  feature('@layer features { a { color: red; } } @layer base { b { color: red; } }'),
])('a rule outside the layers, or layers in another order, is a fault: $text', (sheet) => {
  expect(checkStyles([sheet])).toMatchObject([{ file: sheet.path }]);
});
