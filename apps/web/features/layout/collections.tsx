import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { useClient } from '../../app/api.ts';
import { count } from '../../ui/format.ts';
import { brandsQuery } from '../listings/browse/listing-queries.ts';

/** The collections as the navbar names them (specification, section 2). */
export const collections = [
  { to: '/mercedes', name: layoutMessages.brands.mercedes },
  { to: '/rolls', name: layoutMessages.brands.rolls },
  { to: '/tesla', name: layoutMessages.brands.tesla },
  { to: '/ferrari', name: layoutMessages.brands.ferrari },
  { to: '/audi', name: layoutMessages.brands.audi },
] as const;
const closed = [layoutMessages.brands.bmw, layoutMessages.brands.lamborghini];

/** The seven rows of 'Car Collections', with the number of available cars. */
export function CollectionLinks(): ReactElement {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  return (
    <>
      {collections.map(({ to, name }) => {
        const cars = brands.find((brand) => brand.pagePath === to)?.cars;
        return (
          <Link key={to} className="popover__brand" to={to}>
            <span className="word">{name}</span>
            {cars !== undefined && (
              <span className="num">
                {count(cars)}
                <span className="visually-hidden">{layoutMessages.cars}</span>
              </span>
            )}
          </Link>
        );
      })}
      {closed.map((name) => (
        <span key={name} className="popover__brand is-off">
          <span className="word">{name}</span>
          <span>{texts.comingSoon}</span>
        </span>
      ))}
    </>
  );
}
