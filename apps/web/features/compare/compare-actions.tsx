import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { listing } from '@carhouse/contract/listing-detail';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { comparisonMessages } from '#messages/compare';
import { invalidate } from '../../app/call-query.ts';
import { useSession } from '../../app/session.ts';
import { BookingDialog } from '../bookings/booking-dialog.tsx';
import { WishButton } from '../listings/browse/wish-button.tsx';
import { BookAction } from '../listings/detail/buy-panel.tsx';
import styles from './compare-page.module.css';

/** The row of the comparison with the buttons 'Book Now' and 'Add To Wish List' of each car. */
export function CompareActions({ cars }: { readonly cars: readonly ListingDetail[] }): ReactElement {
  const user = useSession();
  const queryClient = useQueryClient();
  // The state contains the id and not the car, because the car may be read again while the dialog is open, for example
  // after a change of its price.
  const [bookedId, setBookedId] = useState<string>();
  const closeBookingDialog = () => {
    setBookedId(undefined);
    // A refused booking may mean that the car's status has changed.
    void invalidate(queryClient, listing);
  };
  return (
    <tr className={styles.compareActions}>
      <th scope="row">{comparisonMessages.rows.actions}</th>
      {cars.map((car) => (
        <td key={car._id}>
          <BookAction car={car} user={user} wantedAction={undefined} onBook={() => setBookedId(car._id)} />
          {isOnSale(car.status) && car.viewer?.own !== true ? <WishButton car={car} isBorderless /> : null}
          {bookedId === car._id && user !== null ? (
            <BookingDialog car={car} user={user} onClose={closeBookingDialog} />
          ) : null}
        </td>
      ))}
    </tr>
  );
}
