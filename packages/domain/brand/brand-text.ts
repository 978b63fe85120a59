/**
 * The makes with a hyphen in their name, by API name. In the API names of all other makes an underscore replaces a
 * space.
 */
const hyphenatedNameByApiName: ReadonlyMap<string, string> = new Map(
  ['Austin-Healey', 'Mercedes-Benz', 'Rolls-Royce'].map((name) => [name.replace('-', '_'), name]),
);

/**
 * Returns a displayed name for the API name of a brand: `Rolls-Royce`, `Aston Martin`. The table `brand` may contain
 * another displayed name, which replaces this one.
 */
export function formatBrandName(brand: string): string {
  return hyphenatedNameByApiName.get(brand) ?? brand.replaceAll('_', ' ');
}
