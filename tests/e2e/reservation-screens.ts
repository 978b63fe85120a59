import type { Screen } from './screen.ts';

/** The screens of reservations, for `npm run screenshots`. */
export const reservationScreens: readonly Screen[] = [
  { name: 'listing-reservable', as: 'buyer', path: ({ freeCar }) => `/cars/${freeCar}`, isVisiblePartOnly: true },
  { name: 'listing-reserved', as: 'visitor', path: ({ heldCar }) => `/cars/${heldCar}`, isVisiblePartOnly: true },
  { name: 'reservation-free', as: 'buyer', path: ({ freeCar }) => `/cars/${freeCar}/reservation` },
  {
    name: 'reservation-dialog',
    as: 'buyer',
    path: ({ freeCar }) => `/cars/${freeCar}/reservation`,
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: /^Reserve for/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reservation-queue',
    as: 'buyer',
    path: ({ carWithBuyerInQueue }) => `/cars/${carWithBuyerInQueue}/reservation`,
  },
  { name: 'reservation-turn', as: 'buyer', path: ({ carReadyForBuyer: turnCar }) => `/cars/${turnCar}/reservation` },
  { name: 'reservation-holder', as: 'buyer', path: ({ heldCar }) => `/cars/${heldCar}/reservation` },
  { name: 'reservation-join', as: 'visitor', path: ({ heldCar }) => `/cars/${heldCar}/reservation` },
  { name: 'reservation-seller', as: 'seller', path: ({ heldCar }) => `/cars/${heldCar}/reservation` },
  {
    name: 'reservation-terms',
    as: 'seller',
    path: ({ freeCar }) => `/cars/${freeCar}/reservation`,
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Change the deposit' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
