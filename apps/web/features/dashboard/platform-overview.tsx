import type { User } from '@carhouse/contract/accounts';
import type { BrandOnOffer } from '@carhouse/contract/listings';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dashboard } from '#messages/dashboard';
import { overview } from '#messages/overview';
import { words as shared } from '#messages/shared-words';
import { useClient } from '../../app/api.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, money } from '../../ui/format.ts';
import { Gauge } from '../../ui/gauge.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { brandsQuery } from '../listings/browse/listing-queries.ts';
import { DashPage } from './dash-page.tsx';
import './overview-page.css';
import { Figure, Panel } from './panel.tsx';

const words = overview.server;

/** The server in figures, for an account that has no role yet. */
export function PlatformOverview({ user }: { user: User }): ReactElement {
  const brands = useQuery(brandsQuery(useClient()));
  return (
    <DashPage title={dashboard.overview} lead={words.noRole(user.name)}>
      {brands.data !== undefined ? (
        <OnOffer brands={brands.data.filter((brand) => brand.cars > 0)} />
      ) : brands.isError ? (
        <ErrorState title={overview.failed} busy={brands.isFetching} onRetry={() => void brands.refetch()}>
          {brands.error.message}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </DashPage>
  );
}

/** Brands that are listed one by one; a large import brings dozens. */
const listed = 8;

function OnOffer({ brands }: { brands: readonly BrandOnOffer[] }): ReactElement {
  const cars = brands.reduce((sum, brand) => sum + brand.cars, 0);
  const cheapest = least(brands, (brand) => brand.lowestPrice ?? Infinity);
  const dearest = least(brands, (brand) => -(brand.highestPrice ?? 0));
  const ranked = [...brands].sort((one, other) => other.cars - one.cars).slice(0, listed);
  return (
    <>
      <dl className="kpis kpis--three">
        <Figure name={words.cars} value={count(cars)}>
          {words.brands(brands.length)}
        </Figure>
        <Figure name={words.lowest} value={priceWords(cheapest?.lowestPrice)}>
          {cheapest?.name ?? words.noCar}
        </Figure>
        <Figure name={words.highest} value={priceWords(dearest?.highestPrice)}>
          {dearest?.name ?? words.noCar}
        </Figure>
      </dl>
      <div className="cols">
        <Panel title={words.byBrand} span="c12">
          {ranked.length === 0 ? (
            <p className="muted">{words.none}</p>
          ) : (
            <ul className="rows">
              {ranked.map((brand) => (
                <li key={brand.apiName}>
                  <div className="rows__main">
                    <b>{brand.name}</b>
                    <span className="num">{words.from(priceWords(brand.lowestPrice))}</span>
                  </div>
                  <Gauge
                    of={ticks}
                    lit={Math.ceil((brand.cars / (ranked[0]?.cars ?? 1)) * ticks)}
                    className="brandbar"
                  />
                  <div className="rows__end rows__count num">{count(brand.cars)}</div>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}

const ticks = 30;

function priceWords(price: number | null | undefined): string {
  return price === null || price === undefined ? shared.unknown : money(price);
}

function least(brands: readonly BrandOnOffer[], of: (brand: BrandOnOffer) => number): BrandOnOffer | undefined {
  return brands.toSorted((one, other) => of(one) - of(other))[0];
}
