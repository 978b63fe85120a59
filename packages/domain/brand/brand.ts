/** A maker of cars. Brands are rows that an admin or an import adds; the navbar has only those with a page path. */
export type Brand = {
  /** Name in the API and the specification, such as `Mercedes_Benz`. */
  readonly apiName: string;
  /** The display name: `Mercedes-Benz`. */
  readonly name: string;
  /** `/mercedes`, or null for a brand without a page of its own. */
  readonly pagePath: string | null;
  /** Whether sellers may list its cars. */
  readonly listable: boolean;
};

/** The API name of a brand from its written name: spaces and hyphens become underscores. */
export function brandApiName(name: string): string {
  return name.trim().replace(/[\s-]+/g, '_');
}
