import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { layout } from '#messages/layout';
import { useClient } from '../../app/api.ts';
import { Link } from '../../app/navigation/link.tsx';
import { count } from '../../ui/format.ts';
import { brandsQuery } from '../listings/browse/listing-queries.ts';

/** The collections as the navbar names them (specification, section 2). */
export const collections = [
  { to: '/mercedes', name: layout.brands.mercedes },
  { to: '/rolls', name: layout.brands.rolls },
  { to: '/tesla', name: layout.brands.tesla },
  { to: '/ferrari', name: layout.brands.ferrari },
  { to: '/audi', name: layout.brands.audi },
] as const;
const closed = [layout.brands.bmw, layout.brands.lamborghini];

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
                <span className="sr">{layout.cars}</span>
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
