import { expect, test } from 'vitest';
import { themeFromCookies } from './theme.ts';

test('reads the chosen theme among other cookies', () => {
  expect(themeFromCookies('a=1; theme=dark; b=2')).toBe('dark');
  expect(themeFromCookies('theme=light')).toBe('light');
});

test.each([undefined, '', 'theme=', 'theme=darker', 'mytheme=dark', 'theme="><script>'])(
  'follows the system for %s',
  (header) => {
    expect(themeFromCookies(header)).toBeUndefined();
  },
);
