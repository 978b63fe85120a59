export type Theme = 'light' | 'dark';

/** The colour `--bg` of styles/tokens.css in a format that `theme-color` accepts. */
export const themeColours: Readonly<Record<Theme, string>> = { light: '#f9fcfa', dark: '#0e1412' };

const themeCookieName = 'theme';
const yearSeconds = 365 * 24 * 3600;

/** Returns the theme of the server's HTML, so that hydration matches it. */
export function readDocumentTheme(): Theme | undefined {
  const value = document.documentElement.dataset.theme;
  return value === 'light' || value === 'dark' ? value : undefined;
}

/** Switches to the other theme and stores it in a cookie for a year, so that the server knows it too. */
export function toggleTheme(): void {
  const currentTheme = readDocumentTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const next: Theme = currentTheme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    tag.content = themeColours[next];
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${themeCookieName}=${next}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
