import type { BusinessMode } from '@carhouse/domain/payment/business-mode';
import { Scripts, useMatches } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { PageAssets, RouteFiles } from '../../build/page-assets.ts';
import { businessModeName } from '../business-mode.ts';
import { delayedFontsId, makeKnownFontsScript, makeLoadFontsExpression } from './late-fonts.ts';
import { makeLateScript } from './late-scripts.ts';

/**
 * The tags of a page that only the server renders. The browser already has these tags, and hydration ignores unknown
 * elements in the head and at the end of the body.
 */
export type DocumentTags = { readonly head: ReactNode; readonly body: ReactNode };

/** Makes the tags for the styles, fonts and scripts of a page, from the build's list of files, and the tag that names the business mode. */
export function makeDocumentTags(assets: PageAssets, nonce: string, businessMode: BusinessMode): DocumentTags {
  return {
    head: (
      <>
        <meta name={businessModeName} content={businessMode} />
        <HeadTags assets={assets} nonce={nonce} />
      </>
    ),
    body: (
      <>
        <Scripts />
        <StartupTags assets={assets} nonce={nonce} />
      </>
    ),
  };
}

type TagsProps = { readonly assets: PageAssets; readonly nonce: string };

function HeadTags({ assets, nonce }: TagsProps): ReactElement {
  const { css } = useRouteFiles(assets);
  const isInlined = (href: string): boolean => assets.styles[href] !== undefined;
  const linkedStyleSheets = css.filter((href) => !isInlined(href));
  const text = css.map((href) => assets.styles[href] ?? '').join('');
  return (
    <>
      <meta property="csp-nonce" content={nonce} />
      {linkedStyleSheets.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {text === '' ? null : <style nonce={nonce}>{text}</style>}
      {assets.fonts.length === 0 ? null : <FontTags assets={assets} nonce={nonce} />}
    </>
  );
}

function FontTags({ assets: { fonts }, nonce }: TagsProps): ReactElement {
  const rules = fonts.map(({ rule }) => rule).join('');
  return (
    <>
      <noscript id={delayedFontsId}>
        <style nonce={nonce}>{rules}</style>
      </noscript>
      <script nonce={nonce}>{makeKnownFontsScript(fonts)}</script>
    </>
  );
}

function StartupTags({ assets, nonce }: TagsProps): ReactElement {
  const { css, preloads } = useRouteFiles(assets);
  const { entry, scripts = [], styles, fonts } = assets;
  if (entry === undefined)
    return (
      <>
        {scripts.map(({ attrs, children }) => (
          <script key={attrs.src ?? ''} nonce={nonce} {...attrs}>
            {children}
          </script>
        ))}
      </>
    );
  const styleSheets = css.filter((href) => styles[href] !== undefined);
  const chunks = preloads.filter((href) => href !== entry);
  const script = makeLateScript({
    styleSheets,
    chunks,
    entry,
    fonts: fonts.length === 0 ? 'null' : makeLoadFontsExpression(fonts),
  });
  return <script nonce={nonce}>{script}</script>;
}

/** Returns the files of the matched routes, with the files of the root route first. */
function useRouteFiles({ routes }: PageAssets): RouteFiles {
  const ids = useMatches({ select: (matches) => matches.map(({ routeId }) => routeId as string) });
  const routeFiles = ids.flatMap((id) => routes[id] ?? []);
  return {
    css: [...new Set(routeFiles.flatMap(({ css }) => css))],
    preloads: [...new Set(routeFiles.flatMap(({ preloads }) => preloads))],
  };
}
