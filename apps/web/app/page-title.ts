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
  /** URL of the image that shared links show, absolute or a path; the server's own image when absent. */
  readonly image?: string;
  /** Excluded from search results, such as a sign-in form. */
  readonly unlisted?: boolean;
};

const ownPicture = { path: '/share.jpg', width: '1200', height: '630' };

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
