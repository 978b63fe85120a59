/** Makes whose API name replaces a hyphen and not a space. */
const hyphenated: Readonly<Record<string, string>> = {
  Austin_Healey: 'Austin-Healey',
  Mercedes_Benz: 'Mercedes-Benz',
  Rolls_Royce: 'Rolls-Royce',
};

/** The displayed name of a brand from its API name: `Rolls-Royce`, `Aston Martin`. The table `brand` may have a better one. */
export function brandText(brand: string): string {
  return Object.hasOwn(hyphenated, brand) ? (hyphenated[brand] ?? brand) : brand.replaceAll('_', ' ');
}
