import { expect, test } from 'vitest';
import { nextCursor } from './next-cursor.ts';

test('reads the cursor out of the Link header, decoded', () => {
  const link = '</api/myorders?before=2026-11-21T20%3A02%3A11.451Z_01a1>; rel="next"';
  expect(nextCursor(new Headers({ link }))).toBe('2026-11-21T20:02:11.451Z_01a1');
});

test('is null where nothing follows', () => {
  expect(nextCursor(new Headers())).toBeNull();
  expect(nextCursor(new Headers({ link: '</style.css>; rel="preload"' }))).toBeNull();
});
