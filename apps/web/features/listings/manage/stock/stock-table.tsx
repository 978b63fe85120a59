import type { SellerCar } from '@carhouse/contract/seller-cars';
import { isEditable, isPublic } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { ImagePlus } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { stockMessages } from '#messages/stock';
import { Badge, type BadgeKind } from '../../../../ui/badge.tsx';
import { formatCarName, formatKilometres } from '../../../../ui/format.ts';
import { formatDateTime } from '../../../../ui/format-date.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ResponsiveImage } from '../../../../ui/responsive-image.tsx';
import { describeRemainingCoe } from '../../browse/coe.ts';
import { AdvertiseButton } from '../advertise-button.tsx';
import { ListingMenu } from '../listing-menu.tsx';
import { makeListingElementId, makeStatusLabel } from '../listing-status.ts';
import { PriceCell } from './price-cell.tsx';
import styles from './stock.module.css';
import type { Selection } from './use-selection.ts';

const t = stockMessages;

type TableProps = { readonly cars: readonly SellerCar[]; readonly selection: Selection };

/** The cars of one page as rows; on a narrow screen the cells of a row are below each other. */
export function StockTable({ cars, selection }: TableProps): ReactElement {
  const areAllChosen = cars.every((car) => selection.cars.has(car._id));
  const isAnyChosen = cars.some((car) => selection.cars.has(car._id));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.cellSelect}>
            <label className="check">
              <input
                type="checkbox"
                checked={areAllChosen}
                ref={(checkboxElement) => {
                  if (checkboxElement !== null) checkboxElement.indeterminate = isAnyChosen && !areAllChosen;
                }}
                onChange={(event) => selection.choose(cars, event.currentTarget.checked)}
              />
              <span className={styles.pageLabel}>{t.selectPage}</span>
            </label>
          </th>
          <th scope="col">{t.columns.car}</th>
          <th scope="col">{t.columns.price}</th>
          <th scope="col" className={styles.cellInterest}>
            {t.columns.interest}
          </th>
          <th scope="col" className={styles.cellCoe}>
            {t.columns.coe}
          </th>
          <th scope="col">{t.columns.state}</th>
          <th scope="col">
            <span className="visually-hidden">{t.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cars.map((car) => (
          <StockRow key={car._id} car={car} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function StockRow({ car, selection }: { car: SellerCar; selection: Selection }): ReactElement {
  const isChosen = selection.cars.has(car._id);
  const reason = selection.reasons.get(car._id);
  const coe = describeRemainingCoe(car).text;
  return (
    <tr id={makeListingElementId(car)} tabIndex={-1} className={isChosen ? styles.chosen : undefined}>
      <td className={styles.cellSelect}>
        <label className="check">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => selection.choose([car], event.currentTarget.checked)}
          />
          <span className="visually-hidden">{t.select(car.title)}</span>
        </label>
      </td>
      <td className={styles.cellCar}>
        <CarDetails car={car} coe={coe} />
      </td>
      <td className={styles.cellPrice}>
        <PriceCell car={car} />
        {reason === undefined ? null : <span className={styles.reason}>{reason}</span>}
      </td>
      <td className={`num ${styles.cellInterest}`}>
        <span>{t.wishes(car.wishes)}</span>
        <span>{t.booked(car.openBookings)}</span>
      </td>
      <td className={`num ${styles.cellCoe}`}>{coe}</td>
      <td className={styles.cellState}>
        <StateCell car={car} />
      </td>
      <td className={styles.cellActions}>
        <AdvertiseButton car={car} />
        <ListingMenu car={car} />
      </td>
    </tr>
  );
}

function CarDetails({ car, coe }: { car: SellerCar; coe: string }): ReactElement {
  const name = formatCarName(car.category, car.title);
  const facts = [String(car.yearOfPurchase), ...(car.mileageKm === null ? [] : [formatKilometres(car.mileageKm)])];
  return (
    <div className={styles.car}>
      <span className={car.image === '' ? styles.blankImage : styles.thumb}>
        <ResponsiveImage url={car.image} size={car.imageSize} alt="" sizes="84px" />
      </span>
      <span>
        <b>
          {isPublic(car.status) ? (
            <Link to="/cars/$id" params={{ id: car._id }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </b>
        <span className={`num ${styles.sub}`}>
          {facts.join(', ')}
          <span className={styles.coeBelow}>{t.coeIs(coe)}</span>
        </span>
        {car.images.length === 0 && isEditable(car.status) ? (
          <Link
            to="/dashboard/myProduct/$id/edit"
            params={{ id: car._id }}
            className={styles.hint}
            aria-label={t.addPhotosOf(car.title)}
          >
            <Icon of={ImagePlus} />
            {t.addPhotos}
          </Link>
        ) : null}
      </span>
    </div>
  );
}

const badgeKindByLabelKind: Readonly<Record<ReturnType<typeof makeStatusLabel>['kind'], BadgeKind>> = {
  plain: 'neutral',
  ok: 'ok',
  wait: 'wait',
  off: 'line',
};

/** The cell with the status, the posting time as the specification writes it, and the seller. */
function StateCell({ car }: { car: SellerCar }): ReactElement {
  const status = makeStatusLabel(car);
  return (
    <>
      <Badge kind={badgeKindByLabelKind[status.kind]} icon={status.icon}>
        {status.words}
      </Badge>
      {car.hiddenReason === null ? null : (
        <span className={styles.sub}>{productMessages.hiddenReason(car.hiddenReason)}</span>
      )}
      <span className={`num ${styles.sub}`}>
        <time dateTime={car.postedAt}>{formatDateTime(car.postedAt)}</time>, {car.author}
      </span>
    </>
  );
}
