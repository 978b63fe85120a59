import type { Screen } from './screen.ts';

/** The screens of reservations, for `npm run screenshots`. */
export const reservationScreens: readonly Screen[] = [
  { name: 'listing-reservable', as: 'buyer', path: ({ freeCarId }) => `/cars/${freeCarId}`, isVisiblePartOnly: true },
  { name: 'listing-reserved', as: 'visitor', path: ({ heldCarId }) => `/cars/${heldCarId}`, isVisiblePartOnly: true },
  { name: 'reservation-free', as: 'buyer', path: ({ freeCarId }) => `/cars/${freeCarId}/reservation` },
  {
    name: 'reservation-dialog',
    as: 'buyer',
    path: ({ freeCarId }) => `/cars/${freeCarId}/reservation`,
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: /^Reserve for/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reservation-queue',
    as: 'buyer',
    path: ({ carWithBuyerInQueueId }) => `/cars/${carWithBuyerInQueueId}/reservation`,
  },
  { name: 'reservation-turn', as: 'buyer', path: ({ carReadyForBuyerId: turnCar }) => `/cars/${turnCar}/reservation` },
  { name: 'reservation-holder', as: 'buyer', path: ({ heldCarId }) => `/cars/${heldCarId}/reservation` },
  { name: 'reservation-join', as: 'visitor', path: ({ heldCarId }) => `/cars/${heldCarId}/reservation` },
  { name: 'reservation-seller', as: 'seller', path: ({ heldCarId }) => `/cars/${heldCarId}/reservation` },
  {
    name: 'reservation-terms',
    as: 'seller',
    path: ({ freeCarId }) => `/cars/${freeCarId}/reservation`,
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Change the deposit' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
