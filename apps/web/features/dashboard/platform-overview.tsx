import type { User } from '@carhouse/contract/accounts';
import type { BrandOnOffer } from '@carhouse/contract/listings';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dashboardShellMessages } from '#messages/dashboard-shell';
import { overviewMessages } from '#messages/overview';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { NotLoaded } from '../../ui/empty-state.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { brandsQuery } from '../listings/browse/listing-queries.ts';
import { DashboardPage } from './dash-page.tsx';
import styles from './overview-page.module.css';
import { FigureBlock, Panel } from './panel.tsx';

const t = overviewMessages.server;

/** The dashboard of an account without a role: figures of the server. */
export function PlatformOverview({ user }: { user: User }): ReactElement {
  const brands = useQuery(brandsQuery(useClient()));
  return (
    <DashboardPage title={dashboardShellMessages.overview} lead={t.noRole(user.name)}>
      {brands.data !== undefined ? (
        <CarsOnOfferPanel brands={brands.data.filter((brand) => brand.cars > 0)} />
      ) : (
        <NotLoaded query={brands} errorTitle={overviewMessages.failed} />
      )}
    </DashboardPage>
  );
}

/** Number of brands that are shown individually; a large import may add dozens. */
const listedBrandCountMaximum = 8;

function CarsOnOfferPanel({ brands }: { brands: readonly BrandOnOffer[] }): ReactElement {
  const cars = brands.reduce((sum, brand) => sum + brand.cars, 0);
  const cheapestBrand = findBrandWithLowestNumber(brands, (brand) => brand.lowestPrice ?? Infinity);
  const mostExpensiveBrand = findBrandWithLowestNumber(brands, (brand) => -(brand.highestPrice ?? 0));
  const brandsByCarCount = [...brands]
    .sort((firstBrand, secondBrand) => secondBrand.cars - firstBrand.cars)
    .slice(0, listedBrandCountMaximum);
  return (
    <>
      <dl className={`kpis ${styles.kpisThree}`}>
        <FigureBlock name={t.cars} value={formatCount(cars)}>
          {t.brands(brands.length)}
        </FigureBlock>
        <FigureBlock name={t.lowest} value={formatOptionalPrice(cheapestBrand?.lowestPrice)}>
          {cheapestBrand?.name ?? t.noCar}
        </FigureBlock>
        <FigureBlock name={t.highest} value={formatOptionalPrice(mostExpensiveBrand?.highestPrice)}>
          {mostExpensiveBrand?.name ?? t.noCar}
        </FigureBlock>
      </dl>
      <div className="cols">
        <Panel title={t.byBrand} columnSpan="span-12">
          {brandsByCarCount.length === 0 ? (
            <p className="muted">{t.none}</p>
          ) : (
            <ul className="rows">
              {brandsByCarCount.map((brand) => (
                <li key={brand.apiName}>
                  <div className="rows__main">
                    <b>{brand.name}</b>
                    <span className="num">{t.from(formatOptionalPrice(brand.lowestPrice))}</span>
                  </div>
                  <Meter
                    tickCount={tickCount}
                    tallTickCount={Math.ceil((brand.cars / (brandsByCarCount[0]?.cars ?? 1)) * tickCount)}
                    className={styles.brandbar}
                  />
                  <div className={`rows__end ${styles.rowsCount} num`}>{formatCount(brand.cars)}</div>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}

const tickCount = 30;

function formatOptionalPrice(price: number | null | undefined): string {
  return price === null || price === undefined ? sharedMessages.unknown : formatMoney(price);
}

function findBrandWithLowestNumber(
  brands: readonly BrandOnOffer[],
  selectNumber: (brand: BrandOnOffer) => number,
): BrandOnOffer | undefined {
  return brands.toSorted((firstBrand, secondBrand) => selectNumber(firstBrand) - selectNumber(secondBrand))[0];
}
