/** The texts of a search's results that Home does not load. */
export const searchResultMessages = {
  /** Values named by what a question excludes, and by the makes that it names: `Not Toyota`, `German, not BMW`. */
  excluded: (value: string, group?: string): string =>
    group === undefined
      ? `Not ${value}`
      : `${group.charAt(0).toUpperCase()}${group.slice(1).toLowerCase()}, not ${value}`,
  /** The sentence that says without which filters cars are found, and how many. */
  reason: (parts: string, cars: string, total: number): string =>
    `No car on sale today has all of this. Without ${parts} there ${total === 1 ? 'is' : 'are'} ${cars}.`,
} as const;
