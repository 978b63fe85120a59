import { texts } from '@carhouse/contract/texts';
import { language } from '#messages/shared';

type Tag = Record<string, string>;

/** What the head of a page says, as a route's `head` wants it. */
export type PageHead = { meta: Tag[]; links: Tag[] };

export type PublicPage = {
  /** Title without the server's name; leave it out where the server itself is the subject. */
  readonly name?: string;
  /** One or two sentences, 160 characters at most: search results and shared links show them. */
  readonly description: string;
  /** The one address of the page, without search: `/faq`. */
  readonly path: string;
  /** Address of the image that shared links show, absolute or of this site; the server's own else. */
  readonly image?: string;
  /** Kept out of search results, like a sign-in form. */
  readonly unlisted?: boolean;
};

const ownPicture = { path: '/share.jpg', width: '1200', height: '630' };

/** The head of a page that belongs to a session: `My Orders · Car House`. No search engine is to keep it. */
export function pageTitle(name: string): PageHead {
  return { meta: [{ title: titled(name) }, noIndex], links: [] };
}

/**
 * The head of a page that anyone may open: title, description, canonical address, Open Graph.
 * In a route: `head: ({ match }) => publicHead(match.context.siteUrl, { … })`.
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
      ...imageTags(siteUrl, page.image),
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(page.unlisted === true ? [noIndex] : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  };
}

const noIndex = { name: 'robots', content: 'noindex' };

function titled(name: string): string {
  return `${name} · ${texts.brandName}`;
}

function imageTags(siteUrl: string, image: string | undefined): Tag[] {
  if (image !== undefined && image !== '') {
    return [{ property: 'og:image', content: image.startsWith('/') ? `${siteUrl}${image}` : image }];
  }
  return [
    { property: 'og:image', content: `${siteUrl}${ownPicture.path}` },
    { property: 'og:image:width', content: ownPicture.width },
    { property: 'og:image:height', content: ownPicture.height },
  ];
}
