import type { Database } from '@carhouse/database/connection/connect';
import { type ListingPage, listFirstIdsOfParts, listListingPages } from '@carhouse/database/listings/sitemap';
import type { ListingId } from '@carhouse/domain/listing/listing';

/**
 * Number of listings in one part of the sitemap. The protocol allows 50,000 URLs per part; a smaller number is used because
 * all URLs of a part are in memory while it is written.
 */
const entriesPerPart = 10_000;
/** Number of listings in one database query. */
const listingsPerQuery = 1_000;

/** Pages that always exist, whatever listings are on sale. */
const fixedPages = ['/', '/cars', '/faq', '/about'] as const;

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespaceAttribute = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the text of `/robots.txt`: crawlers may read public pages, but not the dashboard and the API. */
export function makeRobotsText(siteUrl: string): string {
  return `User-agent: *\nDisallow: /dashboard\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** Lists the first listing of each part of the sitemap. The query reads every listing on sale. */
export function listFirstIdsOfSitemapParts(database: Database): Promise<readonly ListingId[]> {
  return listFirstIdsOfParts(database, entriesPerPart);
}

/**
 * Returns the text of `/sitemap.xml`: every public page, or an index of parts when there are too many listings for one
 * file.
 * @param firstListingIds the result of `listFirstIdsOfSitemapParts`.
 */
export async function makeSitemapText(
  database: Database,
  siteUrl: string,
  firstListingIds: readonly ListingId[],
): Promise<string> {
  if (firstListingIds.length <= 1)
    return wrapUrlSet(`${listFixedEntries(siteUrl)}${await listCarEntries(database, siteUrl, firstListingIds[0])}`);
  // Part 0 contains the fixed pages.
  const partNumbers = [0, ...firstListingIds.keys().map((partIndex) => partIndex + 1)];
  const entries = partNumbers.map(
    (partNumber) => `<sitemap><loc>${siteUrl}/sitemaps/${partNumber}.xml</loc></sitemap>\n`,
  );
  return `${xmlHead}<sitemapindex ${namespaceAttribute}>\n${entries.join('')}</sitemapindex>\n`;
}

/** Returns one part of the sitemap by its number; undefined when the number is too high. */
export async function makeSitemapPart(
  database: Database,
  siteUrl: string,
  partNumber: number,
  firstListingIds: readonly ListingId[],
): Promise<string | undefined> {
  if (partNumber === 0) return wrapUrlSet(listFixedEntries(siteUrl));
  const firstListingId = firstListingIds[partNumber - 1];
  return firstListingId === undefined ? undefined : wrapUrlSet(await listCarEntries(database, siteUrl, firstListingId));
}

async function listCarEntries(
  database: Database,
  siteUrl: string,
  firstListingId: ListingId | undefined,
): Promise<string> {
  if (firstListingId === undefined) return '';
  const entries: string[] = [];
  let nextPosition: Parameters<typeof listListingPages>[1] = { from: firstListingId };
  while (nextPosition !== null && entries.length < entriesPerPart) {
    const rows: readonly ListingPage[] = await listListingPages(database, nextPosition, listingsPerQuery);
    for (const { id, updatedAt } of rows) {
      entries.push(`<url><loc>${siteUrl}/cars/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`);
    }
    const lastRow = rows.at(-1);
    nextPosition = rows.length < listingsPerQuery || lastRow === undefined ? null : { after: lastRow.id };
  }
  return entries.join('');
}

function listFixedEntries(siteUrl: string): string {
  return fixedPages.map((path) => `<url><loc>${siteUrl}${path}</loc></url>\n`).join('');
}

function wrapUrlSet(entries: string): string {
  return `${xmlHead}<urlset ${namespaceAttribute}>\n${entries}</urlset>\n`;
}
