import {
  addFirstCarToWishList,
  addToComparison,
  compareFirstCars,
  openBookingDialog,
  openListWithoutCars,
  openPromoDialog,
  showAllFilters,
} from './car-screens.ts';
import { demoBuyerEmail } from './demo-users.ts';
import {
  showDeclined,
  showExpiredHold,
  showExpiredPaynow,
  showHeldByAnother,
  showPaynow,
  showProcessing,
  showSessionEnded,
  showSuccess,
} from './payment-screens.ts';
import { reservationScreens } from './reservation-screens.ts';
import type { Screen, ScreenIds } from './screen.ts';
import { showNewRule } from './show-fees.ts';
import { showImport, showImported, showImporting } from './show-import.ts';
import { showCarForm, showComparablePrices, showDashboardMenu, showWithdrawal } from './show-selling.ts';

const makeUnpaidOrderPath = ({ unpaidOrder }: ScreenIds): string => `/dashboard/myOrders/${unpaidOrder}`;

/** Every screen of the product, in the order of the specification's route table. */
export const screens: readonly Screen[] = [
  { name: 'home', as: 'visitor', path: '/' },
  {
    name: 'home-promo',
    as: 'visitor',
    path: '/',
    isVisiblePartOnly: true,
    prepareScreen: openPromoDialog,
  },
  {
    name: 'home-collections',
    as: 'visitor',
    path: '/',
    isVisiblePartOnly: true,
    onlyViewport: 'desktop',
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Car Collections' }).click();
    },
  },
  {
    name: 'home-menu',
    as: 'visitor',
    path: '/',
    isVisiblePartOnly: true,
    onlyViewport: 'mobile',
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
    },
  },
  {
    name: 'brand-account-menu',
    as: 'admin',
    path: '/ferrari',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Account menu' }).click();
    },
  },
  { name: 'brand', as: 'buyer', path: '/ferrari' },
  {
    name: 'brand-wished',
    as: 'buyer',
    path: '/ferrari',
    isVisiblePartOnly: true,
    prepareScreen: addFirstCarToWishList,
  },
  { name: 'brand-empty', as: 'buyer', path: '/ferrari?under=1' },
  { name: 'booking', as: 'buyer', path: '/audi', isVisiblePartOnly: true, prepareScreen: openBookingDialog },
  {
    name: 'booking-booked',
    as: 'buyer',
    path: '/ferrari',
    isVisiblePartOnly: true,
    prepareScreen: openBookingDialog,
  },
  { name: 'search', as: 'buyer', path: '/cars?brand=Ferrari&minPrice=100000&maxPrice=1400000' },
  {
    name: 'search-filters',
    as: 'visitor',
    path: '/cars?brand=Ferrari',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      // On wide screens the filters are next to the list.
      const button = page.getByRole('button', { name: /^Filters/ });
      if (await button.isVisible()) await button.click();
    },
  },
  { name: 'search-words', as: 'visitor', path: '/cars?q=white+tesal+under+150k&understand=1' },
  {
    name: 'search-suggestions',
    as: 'visitor',
    path: '/cars',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('combobox', { name: 'Brand, model or location' }).pressSequentially('te');
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    },
  },
  {
    name: 'search-saved',
    as: 'visitor',
    path: '/cars?brand=Ferrari&maxPrice=900000',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Saved searches' }).click();
      await page.getByRole('button', { name: 'Save this search' }).click();
    },
  },
  {
    name: 'search-facets',
    as: 'visitor',
    path: '/cars?brand=Tesla',
    isVisiblePartOnly: true,
    prepareScreen: showAllFilters,
  },
  {
    name: 'search-compare',
    as: 'visitor',
    path: '/cars?brand=Tesla',
    isVisiblePartOnly: true,
    prepareScreen: (page) => addToComparison(page, 3),
  },
  {
    name: 'compare',
    as: 'visitor',
    path: '/cars?brand=Tesla',
    prepareScreen: (page) => compareFirstCars(page, 3),
  },
  { name: 'compare-two', as: 'visitor', path: '/cars', prepareScreen: (page) => compareFirstCars(page, 2) },
  { name: 'compare-four', as: 'visitor', path: '/cars', prepareScreen: (page) => compareFirstCars(page, 4) },
  { name: 'compare-empty', as: 'visitor', path: '/compare' },
  { name: 'search-empty', as: 'visitor', path: '/cars?q=flying+car&brand=Ferrari&maxPrice=1000' },
  { name: 'search-error', as: 'visitor', path: '/faq', prepareScreen: (page) => openListWithoutCars(page, 'failed') },
  {
    name: 'search-loading',
    as: 'visitor',
    path: '/faq',
    prepareScreen: (page) => openListWithoutCars(page, 'pending'),
  },
  { name: 'listing', as: 'buyer', path: ({ car }) => `/cars/${car}` },
  { name: 'listing-visitor', as: 'visitor', path: ({ car }) => `/cars/${car}` },
  { name: 'listing-fold', as: 'buyer', path: ({ car }) => `/cars/${car}`, isVisiblePartOnly: true },
  {
    name: 'listing-photos',
    as: 'visitor',
    path: ({ car }) => `/cars/${car}`,
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Photo 1 of' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ...reservationScreens,
  { name: 'listing-missing', as: 'visitor', path: '/cars/unknown' },
  { name: 'faq', as: 'visitor', path: '/faq' },
  { name: 'about', as: 'visitor', path: '/about' },
  { name: 'login', as: 'visitor', path: '/login' },
  {
    name: 'login-errors',
    as: 'visitor',
    path: '/login',
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Login', exact: true }).click();
    },
  },
  {
    name: 'login-failed',
    as: 'visitor',
    path: '/login',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill(demoBuyerEmail);
      await page.getByLabel('Password', { exact: true }).fill('Wrong!Password1');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'signup', as: 'visitor', path: '/signup' },
  {
    name: 'signup-errors',
    as: 'visitor',
    path: '/signup',
    prepareScreen: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('Abcdef!');
      await page.getByRole('button', { name: 'Signup', exact: true }).click();
    },
  },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password' },
  { name: 'reset-password', as: 'visitor', path: '/reset-password#token=unknown' },
  { name: 'confirm-email', as: 'visitor', path: '/confirm-email#token=unknown' },
  { name: 'change-password', as: 'buyer', path: '/change-password' },
  { name: 'not-found', as: 'visitor', path: '/no/such/page' },
  { name: 'dashboard-buyer', as: 'buyer', path: '/dashboard' },
  { name: 'dashboard-seller', as: 'seller', path: '/dashboard' },
  { name: 'dashboard-admin', as: 'admin', path: '/dashboard' },
  { name: 'my-profile', as: 'buyer', path: '/dashboard/myprofile' },
  {
    name: 'my-profile-edit',
    as: 'buyer',
    path: '/dashboard/myprofile',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
    },
  },
  {
    name: 'my-profile-delete',
    as: 'buyer',
    path: '/dashboard/myprofile',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
    },
  },
  {
    name: 'session-ended',
    as: 'buyer',
    path: '/dashboard/myprofile',
    isVisiblePartOnly: true,
    prepareScreen: showSessionEnded,
  },
  { name: 'my-orders', as: 'buyer', path: '/dashboard/myOrders' },
  { name: 'my-orders-empty', as: 'seller', path: '/dashboard/myOrders' },
  { name: 'payment', as: 'buyer', path: makeUnpaidOrderPath },
  { name: 'payment-declined', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showDeclined },
  { name: 'payment-processing', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showProcessing },
  { name: 'payment-success', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showSuccess },
  { name: 'payment-held-by-another', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showHeldByAnother },
  { name: 'payment-hold-over', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showExpiredHold },
  { name: 'payment-paynow', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showPaynow },
  { name: 'payment-paynow-over', as: 'buyer', path: makeUnpaidOrderPath, prepareScreen: showExpiredPaynow },
  { name: 'payment-paid', as: 'buyer', path: ({ paidOrder }) => `/dashboard/myOrders/${paidOrder}` },
  { name: 'order', as: 'buyer', path: ({ unpaidOrder }) => `/orders/${unpaidOrder}` },
  { name: 'order-paid', as: 'buyer', path: ({ paidOrder }) => `/orders/${paidOrder}` },
  { name: 'receipt', as: 'buyer', path: ({ paidOrder }) => `/dashboard/myOrders/${paidOrder}/receipt` },
  { name: 'my-wishlist', as: 'buyer', path: '/dashboard/myWishList' },
  { name: 'add-product', as: 'seller', path: '/dashboard/addProduct', prepareScreen: showCarForm },
  {
    name: 'add-product-price',
    as: 'seller',
    path: '/dashboard/addProduct',
    isVisiblePartOnly: true,
    prepareScreen: showComparablePrices,
  },
  { name: 'import', as: 'seller', path: '/dashboard/import' },
  { name: 'import-columns', as: 'seller', path: '/dashboard/import', prepareScreen: showImport },
  { name: 'import-running', as: 'seller', path: '/dashboard/import', prepareScreen: showImporting },
  { name: 'import-done', as: 'seller', path: '/dashboard/import', prepareScreen: showImported },
  { name: 'my-products', as: 'seller', path: '/dashboard/myProduct' },
  {
    name: 'my-products-withdraw',
    as: 'seller',
    path: '/dashboard/myProduct?state=booked',
    isVisiblePartOnly: true,
    prepareScreen: showWithdrawal,
  },
  { name: 'my-buyers', as: 'seller', path: '/dashboard/mybuyers' },
  { name: 'get-paid', as: 'seller', path: '/dashboard/payouts' },
  {
    name: 'statement',
    as: 'seller',
    path: '/dashboard/payouts',
    prepareScreen: async (page) => {
      await page.getByRole('link', { name: 'Open', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
    },
  },
  { name: 'seller-payments', as: 'admin', path: '/dashboard/sellerPayments' },
  {
    name: 'drawer-open',
    as: 'seller',
    path: '/dashboard/myProduct',
    isVisiblePartOnly: true,
    prepareScreen: showDashboardMenu,
  },
  { name: 'all-sellers', as: 'admin', path: '/dashboard/allSeller' },
  {
    name: 'all-sellers-loading',
    as: 'admin',
    path: '/dashboard',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      // The request for the list stays pending.
      await page.route('**/api/usersrole?**', () => undefined);
      const menuButton = page.getByRole('button', { name: 'Open menu' });
      if (await menuButton.isVisible()) await menuButton.click();
      await page.getByRole('navigation', { name: 'Dashboard menu' }).getByRole('link', { name: 'All Sellers' }).click();
      await page.getByText('Loading', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'all-sellers-delete',
    as: 'admin',
    path: '/dashboard/allSeller',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page
        .getByRole('row')
        .filter({ hasText: 'Seller Two' })
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'all-sellers-status',
    as: 'admin',
    path: '/dashboard/allSeller',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Suspend / })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'all-buyers', as: 'admin', path: '/dashboard/allBuyers' },
  { name: 'all-cars', as: 'admin', path: '/dashboard/allCars' },
  {
    name: 'create-user',
    as: 'admin',
    path: '/dashboard/createUser',
    prepareScreen: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Seller Nine');
      await page.getByLabel('Password', { exact: true }).fill('PAsswor');
      await page.getByRole('button', { name: 'Create Confirm' }).click();
    },
  },
  { name: 'feedback-inbox', as: 'admin', path: '/dashboard/feedback' },
  {
    name: 'feedback-inbox-open',
    as: 'admin',
    path: '/dashboard/feedback',
    prepareScreen: async (page) => {
      await page.locator('summary').last().click();
    },
  },
  { name: 'audit', as: 'admin', path: '/dashboard/audit' },
  { name: 'books', as: 'admin', path: '/dashboard/books' },
  { name: 'fees', as: 'admin', path: '/dashboard/fees?show=all' },
  { name: 'fees-new', as: 'admin', path: '/dashboard/fees', isVisiblePartOnly: true, prepareScreen: showNewRule },
  { name: 'complaints', as: 'admin', path: '/dashboard/complaints' },
  { name: 'reports', as: 'admin', path: '/dashboard/reports' },
  { name: 'payment-issues', as: 'admin', path: '/dashboard/money' },
  {
    name: 'payment-issues-refund',
    as: 'admin',
    path: '/dashboard/money',
    isVisiblePartOnly: true,
    prepareScreen: async (page) => {
      await page
        .getByRole('button', { name: /^Refund/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
