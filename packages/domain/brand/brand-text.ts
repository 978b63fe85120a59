/** Makes whose API name replaces a hyphen and not a space. */
const hyphenated: ReadonlyMap<string, string> = new Map(
  ['Austin-Healey', 'Mercedes-Benz', 'Rolls-Royce'].map((name) => [name.replace('-', '_'), name]),
);

/** The displayed name of a brand from its API name: `Rolls-Royce`, `Aston Martin`. The table `brand` may have a better one. */
export function brandText(brand: string): string {
  return hyphenated.get(brand) ?? brand.replaceAll('_', ' ');
}
