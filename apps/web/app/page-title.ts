import { texts } from '@carhouse/contract/texts';
import { language } from '#messages/shared';

type MetaTag = Record<string, string>;

/** The head tags of a page, in the format of a route's `head`. */
export type PageHead = { meta: MetaTag[]; links: MetaTag[] };

export type PublicPage = {
  /** Title without the site's name; undefined when the page is about the site itself. */
  readonly name?: string;
  /** A description of one or two sentences and at most 160 characters, which search results and shared links show. */
  readonly description: string;
  /** The canonical path of the page without its query, such as `/faq`. */
  readonly path: string;
  /**
   * The preview image for shared links: its path (1200 × 630 pixels) and its description. Null means no image;
   * undefined means the site's own image.
   */
  readonly picture?: { readonly path: string; readonly altText: string } | null;
  /** Whether the page is excluded from search results, as a sign-in form is. */
  readonly isUnlisted?: boolean;
};

const defaultShareImage = { path: '/share.jpg', altText: texts.brandName };

/**
 * Returns the head of a page for signed-in users, with a title such as `My Orders · Car House`. A page for signed-in
 * users is excluded from search results.
 */
export function makeUnlistedPageHead(name: string): PageHead {
  return { meta: [{ title: appendSiteName(name) }, noIndexTag], links: [] };
}

/**
 * Returns the head of a public page: title, description, canonical URL, Open Graph. A route uses it as `head: ({ match
 * }) => makePublicPageHead(match.context.siteUrl, { … })`.
 */
export function makePublicPageHead(siteUrl: string, page: PublicPage): PageHead {
  const title = page.name === undefined ? texts.brandName : appendSiteName(page.name);
  const url = `${siteUrl}${page.path}`;
  return {
    meta: [
      { title },
      { name: 'description', content: page.description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: texts.brandName },
      { property: 'og:locale', content: language.tag.replace('-', '_') },
      { property: 'og:title', content: page.name ?? texts.brandName },
      { property: 'og:description', content: page.description },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: page.picture === null ? 'summary' : 'summary_large_image' },
      { name: 'twitter:title', content: page.name ?? texts.brandName },
      { name: 'twitter:description', content: page.description },
      ...makeImageTags(siteUrl, page.picture === undefined ? defaultShareImage : page.picture),
      ...(page.isUnlisted === true ? [noIndexTag] : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

const noIndexTag = { name: 'robots', content: 'noindex' };

function appendSiteName(name: string): string {
  return `${name} · ${texts.brandName}`;
}

function makeImageTags(siteUrl: string, picture: PublicPage['picture']): MetaTag[] {
  if (picture === undefined || picture === null) return [];
  const url = `${siteUrl}${picture.path}`;
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture.altText },
    { name: 'twitter:image', content: url },
    { name: 'twitter:image:alt', content: picture.altText },
  ];
}
