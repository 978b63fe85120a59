import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { useClient } from '../../app/api.ts';
import { formatCount } from '../../ui/format.ts';
import { brandsQuery } from '../listings/browse/listing-queries.ts';

/** The collections, named as in the navbar of the specification (section 2). */
export const brandCollections = [
  { to: '/mercedes', name: layoutMessages.brands.mercedes },
  { to: '/rolls', name: layoutMessages.brands.rolls },
  { to: '/tesla', name: layoutMessages.brands.tesla },
  { to: '/ferrari', name: layoutMessages.brands.ferrari },
  { to: '/audi', name: layoutMessages.brands.audi },
] as const;
/** Brands without their own page, by API name. When a brand has cars on sale, its entry links to the search. */
const brandsWithoutPage = [
  ['BMW', layoutMessages.brands.bmw],
  ['Lamborghini', layoutMessages.brands.lamborghini],
] as const;

/** Returns the brands without their own page, with their number of available cars. */
export function useBrandsWithoutPage(): readonly { brand: string; name: string; cars: number }[] {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  return brandsWithoutPage.map(([brand, name]) => ({
    brand,
    name,
    cars: brands.find(({ apiName }) => apiName === brand)?.cars ?? 0,
  }));
}

/**
 * The seven rows of 'Car Collections', with the number of available cars. A brand without a page and without cars is shown
 * as coming soon.
 */
export function CollectionLinks(): ReactElement {
  const { data: brands = [] } = useQuery(brandsQuery(useClient()));
  const brandsWithCarCounts = useBrandsWithoutPage();
  return (
    <>
      {brandCollections.map(({ to, name }) => {
        const cars = brands.find((brand) => brand.pagePath === to)?.cars;
        return (
          <Link key={to} className="popover__brand" to={to}>
            <CollectionRow name={name} cars={cars} />
          </Link>
        );
      })}
      {brandsWithCarCounts.map(({ brand, name, cars }) =>
        cars > 0 ? (
          <Link key={brand} className="popover__brand" to="/cars" search={{ brand: [brand] }}>
            <CollectionRow name={name} cars={cars} />
          </Link>
        ) : (
          <span key={brand} className="popover__brand is-off">
            <span className="word">{name}</span>
            <span>{texts.comingSoon}</span>
          </span>
        ),
      )}
    </>
  );
}

function CollectionRow({ name, cars }: { name: string; cars: number | undefined }): ReactElement {
  return (
    <>
      <span className="word">{name}</span>
      {cars !== undefined && (
        <span className="num">
          {formatCount(cars)}
          <span className="visually-hidden">{layoutMessages.cars}</span>
        </span>
      )}
    </>
  );
}
