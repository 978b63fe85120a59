import type { CarTotals } from '@carhouse/contract/all-listings';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { adminCarMessages } from '#messages/admin-cars';
import { dashboardMessages } from '#messages/dashboard';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { TabLink, Tabs } from '../../ui/tabs.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { type CarFilters, carsQuery, carTotalsQuery, readCarsChoice } from './car-queries.ts';
import { CarsSkeleton, CarsTable } from './cars-table.tsx';

const text = adminCarMessages;

/**
 * The page with the cars of all sellers, whatever their status. An admin can hide a car, and show a hidden car again.
 */
export function AllCarsPage({ choice }: { choice: CarFilters }): ReactElement {
  const client = useClient();
  const list = useInfiniteQuery(carsQuery(client, choice));
  const { data: totals } = useQuery(carTotalsQuery(client));
  const cars = list.data?.pages.flatMap((page) => page.cars) ?? [];
  return (
    <DashboardPage
      title={dashboardMessages.allCars}
      lead={totals === undefined ? undefined : text.lead(countAllCars(totals), totals.hidden)}
    >
      <CarTabs choice={choice} totals={totals} />
      <ListFrame
        label={text.caption}
        tools={<CarSearch choice={choice} />}
        list={list}
        count={cars.length}
        shownCountText={text.shown(cars.length)}
        errorTitle={text.failed}
        skeleton={<CarsSkeleton caption={text.caption} />}
        emptyState={<NoCars isFiltered={Object.keys(choice).length > 0} />}
      >
        <CarsTable caption={text.caption} cars={cars} />
      </ListFrame>
    </DashboardPage>
  );
}

const carTabs = ['all', 'available', 'not-shown', 'hidden', 'draft', 'withdrawn', 'sold'] as const;

function CarTabs({ choice, totals }: { choice: CarFilters; totals: CarTotals | undefined }): ReactElement {
  return (
    <Tabs label={text.show}>
      {carTabs.map((tab) => (
        <TabLink
          key={tab}
          to="."
          search={readCarsChoice({ search: choice.search, status: tab })}
          isChosen={(choice.status ?? 'all') === tab}
          count={totals === undefined ? undefined : tab === 'all' ? countAllCars(totals) : totals[tab]}
        >
          {text.states[tab]}
        </TabLink>
      ))}
    </Tabs>
  );
}

function CarSearch({ choice }: { choice: CarFilters }): ReactElement {
  const navigate = useNavigate();
  return (
    <SearchBox
      label={text.search}
      value={choice.search ?? ''}
      onSearch={(search) =>
        void navigate({
          to: '/dashboard/allCars',
          search: readCarsChoice({ ...choice, search }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function NoCars({ isFiltered }: { isFiltered: boolean }): ReactElement {
  if (!isFiltered) return <EmptyState title={text.none}>{text.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={text.noMatch}
      action={
        <Link to="/dashboard/allCars" search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {text.showAll}
        </Link>
      }
    >
      {text.noMatchHint}
    </EmptyState>
  );
}

function countAllCars(totals: CarTotals): number {
  return Object.values(totals).reduce((sum, cars) => sum + cars, 0);
}
