import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scopedName } from './scoped-name.ts';

const root = join(import.meta.dirname, '..');
const faq = join(root, 'features/faq/faq-page.module.css');

test('a class has its own name and three signs of its file', () => {
  expect(scopedName('answer', faq)).toMatch(/^answer_[\w-]{3}$/);
  expect(scopedName('answer', join(root, 'features/about/about-page.module.css'))).not.toBe(scopedName('answer', faq));
});

test('it is the same in every build of the file', () => {
  expect(scopedName('answer', `${faq}?direct`)).toBe(scopedName('answer', faq));
});
