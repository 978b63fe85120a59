import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../../api.ts';
import { count } from '../../lib/format.ts';
import { brandsQuery } from '../listings/listing-queries.ts';

/** The collections as the navbar names them (specification, section 2). */
export const collections = [
  { to: '/mercedes', name: 'Mercedes' },
  { to: '/rolls', name: 'Rolls Royce' },
  { to: '/tesla', name: 'Tesla' },
  { to: '/ferrari', name: 'Ferrari' },
  { to: '/audi', name: 'Audi' },
] as const;
const closed = ['BMW', 'Lamborghini'] as const;

/** The seven rows of 'Car Collections', with the number of available cars. */
export function CollectionLinks(): ReactElement {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  return (
    <>
      {collections.map(({ to, name }) => {
        const cars = brands.find((brand) => brand.pagePath === to)?.cars;
        return (
          <Link key={to} className="pop__brand" to={to}>
            <span className="word">{name}</span>
            {cars !== undefined && (
              <span className="num">
                {count(cars)}
                <span className="sr"> cars</span>
              </span>
            )}
          </Link>
        );
      })}
      {closed.map((name) => (
        <span key={name} className="pop__brand is-off">
          <span className="word">{name}</span>
          <span>{texts.comingSoon}</span>
        </span>
      ))}
    </>
  );
}
