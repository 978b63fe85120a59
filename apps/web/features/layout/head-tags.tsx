import { useMatches } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';

type TagAttributes = Readonly<Record<string, string>>;
type PageHeadTags = { readonly meta: readonly TagAttributes[]; readonly links: readonly TagAttributes[] };
type MatchedRoute = { readonly status: string; readonly meta?: unknown; readonly links?: unknown };

/** The name under which a route passes the structured data of its page, an object, to the router. */
const structuredDataName = 'script:ld+json';

/**
 * The head tags that the routes of the page declare in `head`: one title, and only the last of several tags with the
 * same name.
 */
export function HeadTags(): ReactElement {
  const { meta, links } = useMatches({ select: collectHeadTags, structuralSharing: true });
  return (
    <>
      {meta.map((tag) => (
        <Fragment key={tag.title === undefined ? findTagIdentity(tag) : 'title'}>{renderTag(tag)}</Fragment>
      ))}
      {links.map((link) => (
        <link key={link.rel} {...link} />
      ))}
    </>
  );
}

function renderTag(tag: TagAttributes): ReactElement {
  if (tag.title !== undefined) return <title>{tag.title}</title>;
  const data = tag[structuredDataName];
  if (data === undefined) return <meta {...tag} />;
  // A `<` in the JSON is escaped, so that it cannot end the script.
  const escapedJson = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{escapedJson}</script>;
}

function collectHeadTags(matches: readonly MatchedRoute[]): PageHeadTags {
  const renderedMatchCount = matches.findIndex(({ status }) => status !== 'success') + 1;
  const renderedMatches = renderedMatchCount === 0 ? matches : matches.slice(0, renderedMatchCount);
  const tags = renderedMatches.flatMap(({ meta }) => (meta ?? []) as TagAttributes[]);
  const lastTagByIdentity = new Map(tags.map((tag) => [tag.title === undefined ? findTagIdentity(tag) : 'title', tag]));
  return {
    meta: [...lastTagByIdentity.values()],
    links: renderedMatches.flatMap(({ links }) => (links ?? []) as TagAttributes[]),
  };
}

function findTagIdentity(tag: TagAttributes): string {
  return tag.name ?? tag.property ?? Object.keys(tag).join();
}
