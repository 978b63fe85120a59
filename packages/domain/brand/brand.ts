/** A maker of cars. Brands are rows: an admin or an import adds more; only those with a page path stand in the navbar. */
export type Brand = {
  /** As the API and the specification write it: `Mercedes_Benz`. */
  readonly apiName: string;
  /** As a person writes it: `Mercedes-Benz`. */
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
