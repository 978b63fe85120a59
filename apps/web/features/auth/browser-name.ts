/**
 * Patterns of browser names in order of precedence. The order matters, because most browsers also name the browsers
 * that they imitate.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const operatingSystems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the names of the browser and the operating system in a `User-Agent` header, as far as they are known. */
export function parseBrowserName(text: string): { readonly browser?: string; readonly system?: string } {
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const system = operatingSystems.find(([pattern]) => pattern.test(text))?.[1];
  return { ...(browser === undefined ? {} : { browser }), ...(system === undefined ? {} : { system }) };
}
