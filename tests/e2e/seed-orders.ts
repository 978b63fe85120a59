import type { Order } from '@carhouse/contract/bookings';
import type { APIRequestContext } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';
import { payByApi } from './card-form.ts';

/** Ids of orders for the screens of a buyer, one of each kind. */
export type SeedOrders = { readonly unpaidOrder: string; readonly paidOrder: string };

/** The highest price of the booked cars in dollars, so that they can be paid in every way. */
const highestPrice = 200_000;

/** Books four cars, pays for one order and cancels one order. A second call does not change any record. */
export async function seedOrders(buyer: APIRequestContext): Promise<SeedOrders> {
  const existingOrders = await readSuccessBody<Order[]>(await buyer.get('/api/myorders'));
  const findOrderId = (status: Order['status']) => existingOrders.find((order) => order.status === status)?._id;
  const cars = await readSuccessBody<{ _id: string; resalePrice: number }[]>(await buyer.get('/api/audiDatas'));
  const payableCarIds = cars.filter(({ resalePrice }) => resalePrice <= highestPrice).map(({ _id }) => _id);
  const bookCar = async (carIndex: number, meetingDate: string): Promise<string> => {
    const data = { productId: payableCarIds[carIndex], meetingDate, buyerNumber: '9123 4567' };
    return (await readSuccessBody<{ insertedId: string }>(await buyer.post('/api/bookingData', { data }))).insertedId;
  };
  if (findOrderId('cancelled') === undefined) {
    const bookedOrderId = await bookCar(0, 'Call first');
    await readSuccessBody(await buyer.post(`/api/v1/bookings/${bookedOrderId}/cancellation`, { data: {} }));
  }
  let paidOrder = findOrderId('paid');
  if (paidOrder === undefined) {
    paidOrder = await bookCar(1, '1 Nov, 11 am');
    await payByApi({ calls: buyer }, paidOrder);
  }
  const unpaidOrder = existingOrders.find(
    ({ status, resellPrice }) => status === 'unpaid' && resellPrice <= highestPrice,
  );
  return { unpaidOrder: unpaidOrder?._id ?? (await bookCar(2, 'Sat 28 Nov, after 3 pm')), paidOrder };
}
