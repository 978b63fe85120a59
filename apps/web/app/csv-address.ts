/** Returns the URL of a CSV file with the filters of its list. */
export function makeCsvAddress(path: string, listFilters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(listFilters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
