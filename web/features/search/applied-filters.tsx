import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { search as words } from '#texts/search';
import { money } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { brandName } from '../listings/brand-facts.ts';
import { type CarSearch, without } from './car-search.ts';

/** What narrows the list down, each with the way to take it back. Nothing where nothing does. */
export function AppliedFilters({ search }: { search: CarSearch }): ReactElement | null {
  const { q, brand } = search;
  const price = priceWords(search);
  const filters: { readonly text: string; readonly rest: CarSearch }[] = [];
  if (q !== undefined) filters.push({ text: words.words(q), rest: without(search, 'q') });
  if (brand !== undefined) filters.push({ text: brandName(brand), rest: without(search, 'brand') });
  if (price !== undefined) filters.push({ text: price, rest: without(search, 'minPrice', 'maxPrice') });
  if (filters.length === 0) return null;
  return (
    <nav className="applied" aria-label={words.applied}>
      {filters.map(({ text, rest }) => (
        <Link key={text} to="/cars" search={rest} resetScroll={false} aria-label={words.remove(text)}>
          <span className="num">{text}</span>
          <Icon of={X} />
        </Link>
      ))}
      <Link to="/cars" search={{}} resetScroll={false} className="clear">
        {words.clear}
      </Link>
    </nav>
  );
}

function priceWords({ minPrice, maxPrice }: CarSearch): string | undefined {
  if (minPrice !== undefined && maxPrice !== undefined) return words.between(money(minPrice), money(maxPrice));
  if (minPrice !== undefined) return words.from(money(minPrice));
  return maxPrice === undefined ? undefined : words.upTo(money(maxPrice));
}
