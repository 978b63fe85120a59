/**
 * A brand of cars. Admins and imports add brands to the database. The navigation bar shows only brands with a page
 * path.
 */
export type Brand = {
  /** Name in the API and the specification, such as `Mercedes_Benz`. */
  readonly apiName: string;
  /** The displayed name: `Mercedes-Benz`. */
  readonly name: string;
  /** The path of the brand's page, such as `/mercedes`; null for a brand without its own page. */
  readonly pagePath: string | null;
  /** Whether sellers may list cars of the brand. */
  readonly listable: boolean;
};

/** Returns the API name of a brand from its written name: spaces and hyphens become underscores. */
export function toBrandApiName(name: string): string {
  return name.trim().replace(/[\s-]+/g, '_');
}
