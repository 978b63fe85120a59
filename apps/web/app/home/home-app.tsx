import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { publicPageMessages } from '#messages/public-pages';
import { HomePage } from '../../features/home/home-page.tsx';
import { BesidePage, Document, documentHead } from '../../features/layout/document.tsx';
import { PublicFrame } from '../../features/layout/public-frame.tsx';
import { ClientProvider } from '../api.ts';
import { type PageHead, publicHead } from '../page-title.ts';
import type { RouterContext } from '../router-context.ts';
import { useSession } from '../session.ts';
import { HomeBoundary } from './home-boundary.tsx';
import { HomeNavigation, type Navigator } from './home-navigation.tsx';

export type HomeAppProps = {
  readonly context: RouterContext;
  readonly pathname: string;
  /** How one gets to other pages; the server goes nowhere. */
  readonly navigator: Navigator | undefined;
};

/**
 * Home as a visitor meets it: the document, the frame and the page, without the router of the application (decision
 * 0028). Server and browser render this same tree; the application shows the same page in its own routes.
 */
export function HomeApp({ context, pathname, navigator }: HomeAppProps): ReactElement {
  const { queryClient, client, siteUrl, publicDemo, theme } = context;
  const page = publicHead(siteUrl, { ...publicPageMessages.home, path: '/' });
  return (
    <QueryClientProvider client={queryClient}>
      <ClientProvider value={client}>
        <HomeNavigation pathname={pathname} navigator={navigator}>
          <Document
            theme={theme}
            siteUrl={siteUrl}
            publicDemo={publicDemo}
            head={<HeadTags of={[documentHead, page]} />}
          >
            <HomeBoundary>
              <PublicFrame overHero>
                <HomePage />
              </PublicFrame>
            </HomeBoundary>
            <Beside />
          </Document>
        </HomeNavigation>
      </ClientProvider>
    </QueryClientProvider>
  );
}

function Beside(): ReactElement {
  return <BesidePage user={useSession()} />;
}

/** The tags of several heads, as the router writes them: the last title is the page's. */
function HeadTags({ of }: { of: readonly PageHead[] }): ReactElement {
  const meta = of.flatMap((head) => head.meta);
  const title = meta.findLast((tag) => tag.title !== undefined)?.title;
  return (
    <>
      {meta
        .filter((tag) => tag.title === undefined)
        .map((tag) => (
          <meta key={Object.values(tag).join()} {...tag} />
        ))}
      <title>{title}</title>
      {of
        .flatMap((head) => head.links)
        .map((tag) => (
          <link key={tag.rel} {...tag} />
        ))}
    </>
  );
}
