import type { ListingId, ListingStatus } from '@carhouse/domain/listing/listing';
import type { Database } from '../connection/connect.ts';

/**
 * What an order shows of its car in addition to the copy from the booking. The car's data contains no text that the
 * seller wrote.
 */
export type CarOfOrder = {
  readonly status: ListingStatus;
  readonly registeredOn: string | null;
  readonly coeExpiresOn: string | null;
  readonly mileageKm: number | null;
  readonly owners: number | null;
};

/** Reads the cars of orders in any status, by their ids. */
export async function listCarsOfOrders(
  database: Database,
  ids: readonly ListingId[],
): Promise<ReadonlyMap<ListingId, CarOfOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('listing')
    .select([
      'id',
      'status',
      'registered_on as registeredOn',
      'coe_expires_on as coeExpiresOn',
      'mileage_km as mileageKm',
      'owners',
    ])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...car }) => [id, car]));
}
