import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { compare as words } from '#messages/compare';
import { useClient } from '../../app/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { carName } from '../listings/detail/car-name.ts';
import './compare-page.css';
import { comparedQuery } from './compare-queries.ts';
import { compareRows } from './compare-rows.ts';
import { comparedCars } from './compared-cars.ts';
import { toKeep } from './kept-car.ts';

const sizes = '(min-width: 64rem) 18rem, 40vw';

/** Up to four cars side by side, with what differs marked. For everybody; the address can be shared. */
export function ComparePage({ ids }: { readonly ids: readonly string[] }): ReactElement {
  const { data, isError, error, isFetching, refetch } = useQuery(comparedQuery(useClient(), ids));
  const cars = (data ?? []).filter((car) => car !== null);
  return (
    <main id="main" className="wrap cmp" tabIndex={-1}>
      <Link to="/cars" className="cmp__back">
        <Icon of={ArrowLeft} />
        {words.back}
      </Link>
      <h1>{words.heading(cars.length)}</h1>
      {cars.length === (data?.length ?? 0) ? null : (
        <p className="cmp__gone" role="status">
          {words.gone}
        </p>
      )}
      {data === undefined ? (
        isError ? (
          <ErrorState title={words.failed} busy={isFetching} onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : (
          <Loading />
        )
      ) : cars.length === 0 ? (
        <EmptyState
          title={words.empty.title}
          action={
            <Link to="/cars" className={buttonClass({ kind: 'primary' })}>
              {words.empty.action}
            </Link>
          }
        >
          {words.empty.body}
        </EmptyState>
      ) : (
        <CompareTable cars={cars} />
      )}
    </main>
  );
}

function CompareTable({ cars }: { readonly cars: readonly ListingDetail[] }): ReactElement {
  const rows = compareRows(cars);
  const ids = cars.map(({ _id }) => _id);
  return (
    <>
      <p className="cmp__lead">{words.lead}</p>
      <label className="check cmp__only">
        <input type="checkbox" id="only-differences" />
        {words.onlyDifferences}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: four columns are wider than a phone, and keys must reach the last one */}
      <section className="cmp__scroll" aria-label={words.table} tabIndex={0}>
        <table className={`cmp__table cmp__table--${cars.length}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{words.fact}</span>
              </th>
              {cars.map((car, place) => (
                <th key={car._id} scope="col">
                  <div className="card__media">
                    <Picture url={car.image} size={car.imageSize} alt="" sizes={sizes} eager priority={place === 0} />
                  </div>
                  <Link to="/cars/$id" params={{ id: car._id }}>
                    {carName(car)}
                  </Link>
                  <Link
                    className="iconbtn cmp__x"
                    to="/compare"
                    search={{ ids: ids.filter((id) => id !== car._id) }}
                    resetScroll={false}
                    aria-label={words.remove(carName(car))}
                    onClick={() => comparedCars.drop(toKeep(car))}
                  >
                    <Icon of={X} />
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} className={row.differs ? 'differs' : 'same'}>
                <th scope="row">
                  {row.name}
                  {row.differs ? <span className="sr"> ({words.differs})</span> : null}
                </th>
                {row.values.map((value, place) => (
                  <td key={ids[place]} className="num">
                    {row.best.includes(place) ? (
                      <b>
                        {value}
                        <span className="sr"> ({words.best})</span>
                      </b>
                    ) : (
                      value
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
