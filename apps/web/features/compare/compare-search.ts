/** As many cars as can be compared at once. */
export const comparedMaximum = 4;

export type CompareSearch = { readonly ids: readonly string[] };

/** The cars that an address asks to compare: `ids` repeated, or with commas between. Four at most, each once. */
export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const given = (Array.isArray(search.ids) ? search.ids : [search.ids]).flatMap((each: unknown) =>
    typeof each === 'string' ? each.split(',') : [],
  );
  const ids = [...new Set(given.map((id) => id.trim()).filter((id) => id !== ''))];
  return { ids: ids.slice(0, comparedMaximum) };
}
