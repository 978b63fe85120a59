import { texts } from '@carhouse/contract/texts';
import { language } from '#messages/shared';

type Tag = Record<string, string>;

/** The head of a page, in the format of a route's `head`. */
export type PageHead = { meta: Tag[]; links: Tag[] };

export type PublicPage = {
  /** Title without the server's name; absent when the page is about the server itself. */
  readonly name?: string;
  /** One or two sentences, at most 160 characters: search results and shared links show them. */
  readonly description: string;
  /** The canonical path of the page without its query: `/faq`. */
  readonly path: string;
  /**
   * Path of the picture that shared links show, 1200 × 630, and what it shows in words. Null shows none; absent shows the server's own
   * picture.
   */
  readonly picture?: { readonly path: string; readonly alt: string } | null;
  /** Excluded from search results, such as a sign-in form. */
  readonly unlisted?: boolean;
};

const ownPicture = { path: '/share.jpg', alt: texts.brandName };
/** Open Graph, the size of every picture of a shared link. */
const pictureSize = { width: '1200', height: '630' } as const;

/** The head of a page for signed-in users: `My Orders · Car House`. It is excluded from search results. */
export function pageTitle(name: string): PageHead {
  return { meta: [{ title: titled(name) }, noIndex], links: [] };
}

/**
 * The head of a public page: title, description, canonical URL, Open Graph. In a route: `head: ({ match }) =>
 * publicHead(match.context.siteUrl, { … })`.
 */
export function publicHead(siteUrl: string, page: PublicPage): PageHead {
  const title = page.name === undefined ? texts.brandName : titled(page.name);
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
      ...pictureTags(siteUrl, page.picture === undefined ? ownPicture : page.picture),
      ...(page.unlisted === true ? [noIndex] : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

const noIndex = { name: 'robots', content: 'noindex' };

function titled(name: string): string {
  return `${name} · ${texts.brandName}`;
}

function pictureTags(siteUrl: string, picture: PublicPage['picture']): Tag[] {
  if (picture === undefined || picture === null) return [];
  const url = `${siteUrl}${picture.path}`;
  return [
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: pictureSize.width },
    { property: 'og:image:height', content: pictureSize.height },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:image', content: url },
    { name: 'twitter:image:alt', content: picture.alt },
  ];
}
