import { useMatches } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';

type Tag = Readonly<Record<string, string>>;
type Head = { readonly meta: readonly Tag[]; readonly links: readonly Tag[] };
type MatchedRoute = { readonly status: string; readonly meta?: unknown; readonly links?: unknown };

/** The name under which a route passes the structured data of its page, an object, to the router. */
const dataName = 'script:ld+json';

/**
 * The head tags that the routes of the page declare (`head` of each route): one title, and of several tags with one
 * name only the last.
 */
export function HeadTags(): ReactElement {
  const { meta, links } = useMatches({ select: headTagsOf, structuralSharing: true });
  return (
    <>
      {meta.map((tag) => (
        <Fragment key={tag.title === undefined ? nameOf(tag) : 'title'}>{element(tag)}</Fragment>
      ))}
      {links.map((link) => (
        <link key={link.rel} {...link} />
      ))}
    </>
  );
}

function element(tag: Tag): ReactElement {
  if (tag.title !== undefined) return <title>{tag.title}</title>;
  const data = tag[dataName];
  if (data === undefined) return <meta {...tag} />;
  // A `<` in the JSON is escaped, so that it cannot end the script.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}

function headTagsOf(matches: readonly MatchedRoute[]): Head {
  const end = matches.findIndex(({ status }) => status !== 'success') + 1;
  const shownMatches = end === 0 ? matches : matches.slice(0, end);
  const tags = shownMatches.flatMap(({ meta }) => (meta ?? []) as Tag[]);
  const last = new Map(tags.map((tag) => [tag.title === undefined ? nameOf(tag) : 'title', tag]));
  return { meta: [...last.values()], links: shownMatches.flatMap(({ links }) => (links ?? []) as Tag[]) };
}

function nameOf(tag: Tag): string {
  return tag.name ?? tag.property ?? Object.keys(tag).join();
}
