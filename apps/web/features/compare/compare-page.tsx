import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { comparisonMessages } from '#messages/compare';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { Loading } from '../../ui/spinner.tsx';
import { formatListingName } from '../listings/detail/car-head.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { CompareActions } from './compare-actions.tsx';
import styles from './compare-page.module.css';
import { comparedQuery } from './compare-queries.ts';
import { makeComparisonRows } from './compare-rows.ts';
import { comparedCars, toStoredCar } from './stored-cars.ts';

const imageSizes = '(min-width: 64rem) 18rem, 40vw';

/**
 * The page with up to four cars side by side and their differences marked. The page is open to everybody, and its URL
 * can be shared.
 */
export function ComparePage({ ids }: { readonly ids: readonly string[] }): ReactElement {
  const { data, isError, error, isFetching, refetch } = useQuery(comparedQuery(useClient(), ids));
  const cars = (data ?? []).filter((car) => car !== null);
  return (
    <main id="main" className={`wrap ${styles.compare}`} tabIndex={-1}>
      <Link to="/cars" className={styles.compareBack}>
        <Icon of={ArrowLeft} />
        {comparisonMessages.back}
      </Link>
      <div className={styles.compareHead}>
        <h1>{comparisonMessages.heading(cars.length)}</h1>
        {cars.length > 1 ? (
          <ShareButton path={makeComparisonPath(cars)} title={comparisonMessages.heading(cars.length)} isBorderless />
        ) : null}
      </div>
      {cars.length === (data?.length ?? 0) ? null : (
        <p className={styles.compareGone} role="status">
          {comparisonMessages.gone}
        </p>
      )}
      {data === undefined ? (
        isError ? (
          <ErrorState title={comparisonMessages.failed} isRetrying={isFetching} onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : (
          <Loading />
        )
      ) : cars.length === 0 ? (
        <NoCarsInUrl />
      ) : (
        <CompareTable cars={cars} />
      )}
    </main>
  );
}

/**
 * The text of the page when its URL contains no cars. The text links to the cars that the visitor has chosen in this
 * browser.
 */
function NoCarsInUrl(): ReactElement {
  const chosenCars = comparedCars.use().toReversed();
  const { empty, compareCars } = comparisonMessages;
  const canCompare = chosenCars.length > 1;
  return (
    <EmptyState
      title={canCompare ? empty.ready : empty.title}
      action={
        <Link
          className={makeButtonClass({ kind: 'primary' })}
          {...(canCompare ? { to: '/compare', search: { ids: chosenCars.map(({ _id }) => _id) } } : { to: '/cars' })}
        >
          {canCompare ? compareCars(chosenCars.length) : empty.action}
        </Link>
      }
    >
      {canCompare ? chosenCars.map(({ title }) => title).join(', ') : empty.body}
    </EmptyState>
  );
}

/** The path of a comparison, which contains only the ids of its cars. */
function makeComparisonPath(cars: readonly ListingDetail[]): string {
  return `/compare?${new URLSearchParams(cars.map(({ _id }) => ['ids', _id])).toString()}`;
}

function CompareTable({ cars }: { readonly cars: readonly ListingDetail[] }): ReactElement {
  const rows = makeComparisonRows(cars);
  const ids = cars.map(({ _id }) => _id);
  return (
    <>
      <p className={styles.compareLead}>{comparisonMessages.lead}</p>
      <label className={`check ${styles.compareOnly}`}>
        <input type="checkbox" id="only-differences" />
        {comparisonMessages.onlyDifferences}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with large text the columns are wider than a phone, and keys must reach the last one */}
      <section className={styles.compareScroll} aria-label={comparisonMessages.table} tabIndex={0}>
        <table className={`${styles.compareTable} ${styles[`compareTable${cars.length}`] ?? ''}`}>
          <thead>
            <tr>
              <td />
              {cars.map((car, index) => (
                <td key={car._id} className={styles.compareImage}>
                  <div className="card__image">
                    <ResponsiveImage
                      url={car.image}
                      size={car.imageSize}
                      alt=""
                      sizes={imageSizes}
                      isEager
                      hasPriority={index === 0}
                    />
                  </div>
                  <Link
                    className={`iconbtn ${styles.compareRemove}`}
                    to="/compare"
                    search={{ ids: ids.filter((id) => id !== car._id) }}
                    resetScroll={false}
                    aria-label={comparisonMessages.remove(formatListingName(car))}
                    onClick={() => comparedCars.remove(toStoredCar(car))}
                  >
                    <Icon of={X} />
                  </Link>
                </td>
              ))}
            </tr>
            <tr className={styles.compareNames}>
              <th scope="col">
                <span className="visually-hidden">{comparisonMessages.fact}</span>
              </th>
              {cars.map((car) => (
                <th key={car._id} scope="col">
                  <Link to="/cars/$id" params={{ id: car._id }}>
                    {formatListingName(car)}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <CompareActions cars={cars} />
            {rows.map((row) => (
              <tr key={row.name} className={row.hasDifference ? styles.differs : styles.same}>
                <th scope="row">
                  {row.name}
                  {row.hasDifference ? <span className="visually-hidden"> ({comparisonMessages.differs})</span> : null}
                </th>
                {row.values.map((value, index) => (
                  <td key={ids[index]} className="num">
                    {row.bestCarIndexes.includes(index) ? (
                      <b>
                        {value}
                        <span className="visually-hidden"> ({comparisonMessages.best})</span>
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
