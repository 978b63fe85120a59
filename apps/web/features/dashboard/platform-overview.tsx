import type { User } from '@carhouse/contract/accounts';
import type { BrandOnOffer } from '@carhouse/contract/listings';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import { overviewMessages } from '#messages/overview';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { count, money } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { brandsQuery } from '../listings/browse/listing-queries.ts';
import { DashPage } from './dash-page.tsx';
import styles from './overview-page.module.css';
import { Figure, Panel } from './panel.tsx';

const t = overviewMessages.server;

/** The dashboard of an account without a role: figures of the server. */
export function PlatformOverview({ user }: { user: User }): ReactElement {
  const brands = useQuery(brandsQuery(useClient()));
  return (
    <DashPage title={dashboardMessages.overview} lead={t.noRole(user.name)}>
      {brands.data !== undefined ? (
        <OnOffer brands={brands.data.filter((brand) => brand.cars > 0)} />
      ) : (
        <NotLoaded query={brands} failed={overviewMessages.failed} />
      )}
    </DashPage>
  );
}

/** Number of brands that are shown individually; a large import may add dozens. */
const listed = 8;

function OnOffer({ brands }: { brands: readonly BrandOnOffer[] }): ReactElement {
  const cars = brands.reduce((sum, brand) => sum + brand.cars, 0);
  const cheapest = least(brands, (brand) => brand.lowestPrice ?? Infinity);
  const mostExpensive = least(brands, (brand) => -(brand.highestPrice ?? 0));
  const ranked = [...brands].sort((one, other) => other.cars - one.cars).slice(0, listed);
  return (
    <>
      <dl className={`kpis ${styles.kpisThree}`}>
        <Figure name={t.cars} value={count(cars)}>
          {t.brands(brands.length)}
        </Figure>
        <Figure name={t.lowest} value={priceWords(cheapest?.lowestPrice)}>
          {cheapest?.name ?? t.noCar}
        </Figure>
        <Figure name={t.highest} value={priceWords(mostExpensive?.highestPrice)}>
          {mostExpensive?.name ?? t.noCar}
        </Figure>
      </dl>
      <div className="cols">
        <Panel title={t.byBrand} span="span-12">
          {ranked.length === 0 ? (
            <p className="muted">{t.none}</p>
          ) : (
            <ul className="rows">
              {ranked.map((brand) => (
                <li key={brand.apiName}>
                  <div className="rows__main">
                    <b>{brand.name}</b>
                    <span className="num">{t.from(priceWords(brand.lowestPrice))}</span>
                  </div>
                  <Meter
                    of={ticks}
                    lit={Math.ceil((brand.cars / (ranked[0]?.cars ?? 1)) * ticks)}
                    className={styles.brandbar}
                  />
                  <div className={`rows__end ${styles.rowsCount} num`}>{count(brand.cars)}</div>
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
  return price === null || price === undefined ? sharedMessages.unknown : money(price);
}

function least(brands: readonly BrandOnOffer[], of: (brand: BrandOnOffer) => number): BrandOnOffer | undefined {
  return brands.toSorted((one, other) => of(one) - of(other))[0];
}
