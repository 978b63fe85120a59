import { randomUUID } from 'node:crypto';
import { publicName } from '@carhouse/domain/account/public-name';
import {
  type AuthorisationRow,
  adminOnly,
  listFactorRows,
  listFeedbackRows,
  listPaymentInstructionRows,
  listPayoutAccountRows,
  listReconciliationRows,
  listReportRows,
  listReservationRows,
  listSaleRows,
  listSellerPaymentRows,
  signedInOnly,
} from './authorisation-rows.ts';
import type { AuthorisationData } from './authorisation-world.ts';
import { password } from './builders.ts';
import { makeListingForm, makeProductForm } from './images.ts';

const allowedToAll = '200 200 200 200 200 200';
/** An unknown token is refused with 422, and further tries from one client address with 429. */
const invalidTokenStatuses = '422/429 422/429 422/429 422/429 422/429 422/429';
const makeUserBody = (): object => ({
  name: 'New',
  email: `new-${randomUUID()}@people.example`,
  password,
  role: 'Buyer',
  photoURL: 'https://photos.example/new.jpg',
});
const ownCar = '401 403 403 200 404 403';
const ownImport = ownCar;

/**
 * States which roles may make which call; authorisation-matrix.test.ts sends these calls.
 * A row has the method and route of the router, a URL to call, and the expected statuses for visitor, buyer 1, buyer 2,
 * seller 1, seller 2 and admin. Calls with a body also have a valid body. `200/409` allows either status. The visitor's
 * column also holds for expired, revoked, deleted and suspended sessions and for forged headers. In the test data, buyer 1
 * and seller 1 own every record with an id; buyer 2 and seller 2 own none. HEAD and the other methods of a route need no
 * row. The refused calls of all rows run first and must change nothing; then the other calls run row by row.
 */
export function authorisationTable(testData: AuthorisationData): readonly AuthorisationRow[] {
  const { car, booking, wish, buyer1, spareBuyer, spareSeller } = testData;
  return [
    // Accounts.
    ['GET /api/users/:email', `/api/users/${buyer1.email}`, '401 200 404 404 404 200'],
    ['POST /api/users', '/api/users', '401 200 200 409 409 409', { role: 'Buyer' }],
    ['GET /api/v1/me', '/api/v1/me', allowedToAll],
    ['GET /api/v1/me/export', '/api/v1/me/export', '401 200/429 200/429 200/429 200/429 403'],
    ['DELETE /api/v1/me', '/api/v1/me', '401 422 422 422 422 403', { password: 'wrong' }],
    ['GET /api/v1/me/sessions', '/api/v1/me/sessions', signedInOnly],
    ['GET /api/v1/me/selling-limits', '/api/v1/me/selling-limits', '401 403 403 200 200 403'],
    ['DELETE /api/v1/me/sessions', '/api/v1/me/sessions', signedInOnly],
    ['DELETE /api/v1/me/sessions/:id', `/api/v1/me/sessions/${car}`, '401 404 404 404 404 404'],
    [
      'PUT /api/v1/me/password',
      '/api/v1/me/password',
      '401 422 422 422 422 403',
      { oldPassword: 'Wrong!Password1', newPassword: password },
    ],
    // The body has no password, because a correct password ends the session that later rows use, and a wrong password
    // counts as a failed sign-in.
    ['PUT /api/v1/me/confirmation', '/api/v1/me/confirmation', '401 422 422 422 422 422', {}],
    ['POST /api/v1/me/email-confirmation', '/api/v1/me/email-confirmation', '401 202 202 202 202 202'],
    [
      'POST /api/v1/first-admin',
      '/api/v1/first-admin',
      invalidTokenStatuses,
      { token: 'unknown', name: 'First', email: 'first@people.example', password },
    ],
    ['POST /api/v1/email-confirmations', '/api/v1/email-confirmations', invalidTokenStatuses, { token: 'unknown' }],
    [
      'POST /api/v1/password-resets',
      '/api/v1/password-resets',
      '202/429 202/429 202/429 202/429 202/429 202/429',
      { email: 'nobody@people.example' },
    ],
    [
      'POST /api/v1/password-resets/completion',
      '/api/v1/password-resets/completion',
      invalidTokenStatuses,
      { token: 'unknown', password },
    ],
    ...listFactorRows(testData),
    ...listPayoutAccountRows(),
    ...listPaymentInstructionRows(),
    [
      'POST /api/v1/email-confirmations/refusal',
      '/api/v1/email-confirmations/refusal',
      invalidTokenStatuses,
      { token: 'unknown' },
    ],
    ['GET /api/usersrole', '/api/usersrole', adminOnly],
    ['GET /api/usersroleBuyers', '/api/usersroleBuyers', adminOnly],
    ['DELETE /api/Buyer/:id', `/api/Buyer/${spareBuyer.id}`, adminOnly],
    ['DELETE /api/seller/:id', `/api/seller/${spareSeller.id}`, adminOnly],
    ['PUT /api/users/verify/:id', `/api/users/verify/${testData.seller1.id}`, adminOnly],
    ['GET /api/v1/sign-in-providers', '/api/v1/sign-in-providers', allowedToAll],
    ['POST /api/googlebuyer', '/api/googlebuyer', '401 403 403 403 403 403', {}],
    ['GET /api/v1/me/credentials', '/api/v1/me/credentials', signedInOnly],
    ['POST /api/v1/me/credentials/:provider', '/api/v1/me/credentials/google', '401 404 404 404 404 403', {}],
    ['DELETE /api/v1/me/credentials/:provider', '/api/v1/me/credentials/google', '401 200 200 200 200 403'],
    ['PUT /api/v1/me', '/api/v1/me', '401 200 200 200 200 200', { number: '9123 4567' }],
    ['GET /api/v1/accounts', '/api/v1/accounts?role=admin', adminOnly],
    ['GET /api/v1/accounts/totals', '/api/v1/accounts/totals', adminOnly],
    ['GET /api/v1/accounts/:id', `/api/v1/accounts/${buyer1.id}`, adminOnly],
    ['POST /api/v1/accounts', '/api/v1/accounts', '401 403 403 403 403 201', makeUserBody],
    [
      'POST /api/v1/accounts/:id/unverification',
      `/api/v1/accounts/${testData.seller1.id}/unverification`,
      adminOnly,
      { reason: 'any' },
    ],
    [
      'POST /api/v1/accounts/:id/suspension',
      `/api/v1/accounts/${testData.suspectedSeller.id}/suspension`,
      adminOnly,
      { reason: 'any' },
    ],
    [
      'POST /api/v1/accounts/:id/reinstatement',
      `/api/v1/accounts/${testData.suspectedSeller.id}/reinstatement`,
      adminOnly,
      { reason: 'any' },
    ],
    ['GET /api/v1/approvals', '/api/v1/approvals', adminOnly],
    [
      'POST /api/v1/approvals/:id/confirmation',
      '/api/v1/approvals/0190c1a0-0000-7000-8000-000000000000/confirmation',
      '401 403 403 403 403 404',
      {},
    ],
    [
      'POST /api/v1/approvals/:id/rejection',
      '/api/v1/approvals/0190c1a0-0000-7000-8000-000000000000/rejection',
      '401 403 403 403 403 404',
      {},
    ],
    // Listings and advertisements.
    ['GET /api/audiDatas', '/api/audiDatas', allowedToAll],
    ['GET /api/ferrariDatas', '/api/ferrariDatas', allowedToAll],
    ['GET /api/mercedesDatas', '/api/mercedesDatas', allowedToAll],
    ['GET /api/rollsDatas', '/api/rollsDatas', allowedToAll],
    ['GET /api/teslaDatas', '/api/teslaDatas', allowedToAll],
    ['GET /api/mercedes', '/api/mercedes', allowedToAll],
    ['GET /api/rolls', '/api/rolls', allowedToAll],
    ['GET /api/teslas', '/api/teslas', allowedToAll],
    ['GET /api/productById/:id', `/api/productById/${car}`, allowedToAll],
    ['GET /api/products', `/api/products?email=${testData.seller1.email}`, '401 403 403 200 404 403'],
    [
      'POST /api/products',
      '/api/products',
      '401 403 403 200 422 403',
      makeProductForm(testData.image, { title: 'Posted' }),
    ],
    [
      'POST /api/v1/listings',
      '/api/v1/listings',
      '401 403 403 201 422 403',
      makeListingForm([testData.image], { title: 'Listed' }),
    ],
    ['GET /api/v1/listings', '/api/v1/listings?q=roma&sort=price', allowedToAll],
    [
      'GET /api/v1/comparable-prices',
      '/api/v1/comparable-prices?category=Tesla&title=Model%203&yearsOfUse=3',
      '401 403 403 200 200 403',
    ],
    ['POST /api/v1/catalogue/rebuild', '/api/v1/catalogue/rebuild', '401 403 403 403 403 202'],
    ['GET /api/v1/suggest', '/api/v1/suggest?q=fer', allowedToAll],
    ['GET /api/v1/listings/:id', `/api/v1/listings/${car}`, allowedToAll],
    ['GET /api/v1/listings/:id/similar', `/api/v1/listings/${car}/similar`, allowedToAll],
    ['GET /api/v1/listings/:id/similar', `/api/v1/listings/${testData.draft}/similar`, '404 404 404 200 404 200'],
    ['GET /api/v1/listings/:id', `/api/v1/listings/${testData.draft}`, '404 404 404 200 404 200'],
    ['GET /api/v1/listings/:id/edition', `/api/v1/listings/${testData.draft}/edition`, ownCar],
    [
      'PUT /api/v1/listings/:id',
      `/api/v1/listings/${testData.draft}`,
      ownCar,
      makeListingForm([testData.image], { title: 'Edited' }),
    ],
    ['GET /api/v1/me/cars', '/api/v1/me/cars?state=draft', '401 403 403 200 200 403'],
    [
      'POST /api/v1/me/cars/prices',
      '/api/v1/me/cars/prices',
      '401 403 403 200 404 403',
      { cars: [{ _id: testData.draft, expectedPrice: 1, resalePrice: 2 }] },
    ],
    [
      'POST /api/v1/me/cars/withdrawals',
      '/api/v1/me/cars/withdrawals',
      '401 403 403 200 404 403',
      { ids: [testData.draft] },
    ],
    ['POST /api/v1/listings/:id/publication', `/api/v1/listings/${testData.draft}/publication`, ownCar],
    [
      'POST /api/v1/listings/:id/withdrawal',
      `/api/v1/listings/${testData.draft}/withdrawal`,
      '401 403 403 200 404 200',
    ],
    // The admin has hidden the car that its seller had withdrawn before.
    ['POST /api/v1/listings/:id/showing', `/api/v1/listings/${testData.draft}/showing`, adminOnly],
    ['POST /api/v1/listings/:id/relisting', `/api/v1/listings/${testData.draft}/relisting`, ownCar],
    ['POST /api/v1/listings/:id/sale', `/api/v1/listings/${testData.draft}/sale`, ownCar],
    ['GET /api/v1/all-listings', '/api/v1/all-listings?status=available', adminOnly],
    ['GET /api/v1/all-listings/totals', '/api/v1/all-listings/totals', adminOnly],
    // A car that its seller marked as sold can be hidden.
    ['POST /api/v1/listings/:id/hiding', `/api/v1/listings/${testData.draft}/hiding`, adminOnly, { reason: 'A fake.' }],
    ['GET /api/v1/categories', '/api/v1/categories', allowedToAll],
    ['GET /api/v1/brands', '/api/v1/brands', allowedToAll],
    // The URL of an outdated preview image redirects to the current one.
    ['GET /media/cars/:id/:file', `/media/cars/${car}/0123456789abcdef.jpg`, '302 302 302 302 302 302'],
    ['GET /media/cars/:id/:file', `/media/cars/${testData.draft}/0123456789abcdef.jpg`, '404 404 404 404 404 404'],
    ['GET /api/v1/sellers/:id', `/api/v1/sellers/${publicName(testData.seller1.id)}`, allowedToAll],
    ['GET /api/v1/sellers/:id/listings', `/api/v1/sellers/${publicName(testData.seller1.id)}/listings`, allowedToAll],
    ['POST /api/v1/brands', '/api/v1/brands', adminOnly, { name: 'Lotus', listable: true }],
    ['GET /api/advertisement/categories', '/api/advertisement/categories', allowedToAll],
    ['GET /api/advertisement/categories/animation', '/api/advertisement/categories/animation', allowedToAll],
    ['POST /api/advertisement', '/api/advertisement', '401 403 403 200 404 403', { _id: car }],
    // Wish lists.
    ['POST /api/wishLists', '/api/wishLists', '401 200 200 409 200 200', { productId: car }],
    ['GET /api/mywish', `/api/mywish?email=${buyer1.email}`, '401 200 404 404 404 404'],
    ['DELETE /api/v1/wishes/:id', `/api/v1/wishes/${wish}`, '401 200 404 404 404 404'],
    ['POST /api/v1/wish-restorations', '/api/v1/wish-restorations', '401 422 422 422 422 422', { undo: 'x' }],
    // Bookings and payments.
    [
      'POST /api/bookingData',
      '/api/bookingData',
      '401 200 200 409 403 403',
      { productId: car, meetingDate: 'any', buyerNumber: '9123 4567' },
    ],
    ['GET /api/myorders', `/api/myorders?email=${buyer1.email}`, '401 200 404 404 404 404'],
    ['GET /api/payment/:id', `/api/payment/${booking}`, '401 200 404 404 404 200'],
    [
      'POST /api/create-payment-intent',
      '/api/create-payment-intent',
      '401 200 404 404 404 404',
      { paymentId: booking },
    ],
    ['POST /api/v1/bookings/:id/paynow-code', `/api/v1/bookings/${booking}/paynow-code`, '401 200 404 404 404 404'],
    ['GET /api/v1/bookings/:id/payment-plan', `/api/v1/bookings/${booking}/payment-plan`, '401 200 404 200 404 200'],
    [
      'PUT /api/v1/bookings/:id/payment-plan',
      `/api/v1/bookings/${booking}/payment-plan`,
      '401 422 404 404 404 404',
      { amounts: [1, 1] },
    ],
    ['POST /api/v1/bookings/:id/payment-check', `/api/v1/bookings/${booking}/payment-check`, '401 200 404 404 404 404'],
    [
      'POST /api/payment',
      '/api/payment',
      '401 422 404 404 404 404',
      { paymentId: booking, transactionId: 'pi_000000000000000000000000' },
    ],
    [
      'POST /api/v1/bookings/:id/hold-release',
      `/api/v1/bookings/${booking}/hold-release`,
      '401 200 404 404 404 404',
      { visitId: 'x' },
    ],
    // The first buyer's charge in a row above holds the car; a later call ends that hold.
    [
      'POST /api/v1/listings/:id/hold-break',
      `/api/v1/listings/${car}/hold-break`,
      '401 403 403 403 403 200/409',
      { reason: 'any' },
    ],
    [
      'POST /api/v1/bookings/:id/cancellation',
      `/api/v1/bookings/${testData.otherBooking}/cancellation`,
      '401 200 404 200/409 404 404',
      {},
    ],
    ['GET /api/v1/orders/:id', `/api/v1/orders/${booking}`, '401 200 404 200 404 200'],
    ['POST /api/v1/orders/:id/steps', `/api/v1/orders/${booking}/steps`, '401 200 404 200 404 404', { step: 'viewed' }],
    [
      'DELETE /api/v1/orders/:id/steps/paid-outside',
      `/api/v1/orders/${booking}/steps/paid-outside`,
      '401 403 403 409 404 403',
    ],
    ['GET /api/v1/payments', '/api/v1/payments', adminOnly],
    // The admin of this test has not proved their second factor in this session, as for an export of the account.
    ['GET /api/v1/payments/file', '/api/v1/payments/file', '401 403 403 403 403 403'],
    ['GET /api/v1/payments/totals', '/api/v1/payments/totals', adminOnly],
    ...listReservationRows(testData),
    ...listSaleRows(testData),
    ...listSellerPaymentRows(testData),
    [
      'POST /api/v1/payments/:id/refund',
      `/api/v1/payments/${testData.paidBooking}/refund`,
      adminOnly,
      { reason: 'The car was damaged.' },
    ],
    // A refunded order still has its receipt.
    ['GET /api/v1/bookings/:id/receipt', `/api/v1/bookings/${testData.paidBooking}/receipt`, '401 200 404 200 404 200'],
    ['GET /api/v1/sales', '/api/v1/sales', '401 403 403 200 200 403'],
    ['GET /api/v1/overview', '/api/v1/overview', signedInOnly],
    ['GET /api/v1/overview/queues', '/api/v1/overview/queues', adminOnly],
    ...listFeedbackRows(testData),
    ...listReportRows(testData),
    ...listReconciliationRows(),
    ['GET /api/v1/card-form', '/api/v1/card-form', allowedToAll],
    ['POST /api/webhooks/card-provider', '/api/webhooks/card-provider', '400 400 400 400 400 400', {}],
    // Audit log.
    ['GET /api/v1/audit', '/api/v1/audit?noun=account', adminOnly],
    ['GET /api/v1/audit/file', '/api/v1/audit/file?noun=account', '401 403 403 403 403 403'],
    ['GET /api/v1/security-events/alerts', '/api/v1/security-events/alerts', adminOnly],
    ['GET /api/v1/holds', '/api/v1/holds', adminOnly],
    ['GET /api/v1/all-imports', '/api/v1/all-imports?stage=waiting', adminOnly],
    ['GET /api/v1/all-imports/totals', '/api/v1/all-imports/totals', adminOnly],
    ['GET /api/v1/security-events', '/api/v1/security-events?event=limit', adminOnly],
    ['GET /api/v1/audit/verification', '/api/v1/audit/verification', adminOnly],
    // Sign-up and sign-in. The router has one route for all calls of the sign-in library.
    [
      'POST /api/auth/sign-up/email',
      '/api/auth/sign-up/email',
      allowedToAll,
      () => ({ name: 'New', email: `new-${randomUUID()}@people.example`, password, image: '' }),
    ],
    [
      'POST /api/auth/sign-in/email',
      '/api/auth/sign-in/email',
      allowedToAll,
      { email: testData.visitorsEmail, password },
    ],
    ['GET /api/auth/get-session', '/api/auth/get-session', allowedToAll],
    ['POST /api/auth/sign-in/openid', '/api/auth/sign-in/openid', '404 404 404 404 404 404', { provider: 'google' }],
    ['GET /api/auth/callback/google', '/api/auth/callback/google', '404 404 404 404 404 404'],
    ['GET /api/auth/callback/openid', '/api/auth/callback/openid', '404 404 404 404 404 404'],
    ['POST /api/auth/admin/set-role', '/api/auth/admin/set-role', '404 404 404 404 404 404', { role: 'admin' }],
    ['POST /api/auth/update-user', '/api/auth/update-user', '404 404 404 404 404 404', { role: 'admin' }],
    // Images, health checks, documentation, the sandbox card provider. An upload is multipart/form-data. Any other content
    // type of a caller with a session is refused as unsupported.
    ['POST /api/images', '/api/images', '401 415 415 415 415 415', {}],
    ['PUT /api/v1/listings/:id/photos', `/api/v1/listings/${car}/photos`, '401 403 403 200 404 403', { photos: [] }],
    // Dealers' imports. The upload is multipart/form-data.
    ['POST /api/v1/imports', '/api/v1/imports', '401 403 403 415 415 403', {}],
    ['GET /api/v1/imports', '/api/v1/imports', '401 403 403 200 200 403'],
    ['GET /api/v1/imports/:id', `/api/v1/imports/${testData.importId}`, ownImport],
    [
      'PUT /api/v1/imports/:id/mapping',
      `/api/v1/imports/${testData.importId}/mapping`,
      ownImport,
      { columns: [], location: 'Singapore', currency: 'SGD' },
    ],
    // The required fields of the import have no columns yet, so its check cannot start.
    ['POST /api/v1/imports/:id/check', `/api/v1/imports/${testData.importId}/check`, '401 403 403 422 404 403', {}],
    ['POST /api/v1/imports/:id/start', `/api/v1/imports/${testData.importId}/start`, '401 403 403 422 404 403', {}],
    [
      'POST /api/v1/imports/:id/gone-withdrawal',
      `/api/v1/imports/${testData.importId}/gone-withdrawal`,
      '401 403 403 409 404 403',
      { cars: 1 },
    ],
    ['GET /api/v1/imports/:id/report', `/api/v1/imports/${testData.importId}/report`, '401 403 403 404 404 403'],
    ['POST /api/v1/imports/:id/stop', `/api/v1/imports/${testData.importId}/stop`, ownImport, {}],
    ['GET /api/v1/duplicates', '/api/v1/duplicates', adminOnly],
    ['POST /api/v1/duplicates/:id/settlement', `/api/v1/duplicates/${car}/settlement`, adminOnly, { firstId: car }],
    ['GET /api/v1/import-reviews', '/api/v1/import-reviews', adminOnly],
    [
      'POST /api/v1/import-reviews/:id/release',
      `/api/v1/import-reviews/${testData.importId}/release`,
      '401 403 403 403 403 409',
      {},
    ],
    [
      'POST /api/v1/import-reviews/:id/rejection',
      `/api/v1/import-reviews/${testData.importId}/rejection`,
      '401 403 403 403 403 409',
      { reason: 'These cars are not theirs.' },
    ],
    ['GET /api/v1/running-imports', '/api/v1/running-imports', '401 403 403 403 403 200'],
    [
      'POST /api/v1/running-imports/:id/stop',
      `/api/v1/running-imports/${testData.importId}/stop`,
      '401 403 403 403 403 200',
      {},
    ],
    ['DELETE /api/v1/imports/:id', `/api/v1/imports/${testData.deletableImport}`, ownImport],
    ['GET /media/initials/:file', '/media/initials/BN-3.svg', allowedToAll],
    ['GET /media/:file', '/media/0000000000000000-480.webp', '404 404 404 404 404 404'],
    ['GET /robots.txt', '/robots.txt', allowedToAll],
    ['GET /sitemap.xml', '/sitemap.xml', allowedToAll],
    ['GET /sitemaps/:part', '/sitemaps/0.xml', allowedToAll],
    ['GET /healthz', '/healthz', allowedToAll],
    ['GET /readyz', '/readyz', allowedToAll],
    ['GET /api/docs', '/api/docs', '200/302 200/302 200/302 200/302 200/302 200/302'],
    ['GET /api/docs/', '/api/docs/', allowedToAll],
    ['GET /api/docs/json', '/api/docs/json', allowedToAll],
    ['GET /api/docs/yaml', '/api/docs/yaml', allowedToAll],
    ['GET /sandbox-card-provider/*', '/sandbox-card-provider/v1/refunds', '404 404 404 404 404 404'],
    ['POST /sandbox-card-provider/*', '/sandbox-card-provider/v1/refunds', '404 404 404 404 404 404', {}],
    // Unknown paths.
    ['GET /api/nothing', '/api/nothing', '404 404 404 404 404 404'],
    ['GET /.env', '/.env', '404 404 404 404 404 404'],
    ['GET /metrics', '/metrics', '404 404 404 404 404 404'],
  ];
}

/** Routes whose calls have other tests, or that serve files to all users. */
export const routesTestedElsewhere: readonly RegExp[] = [/^\w+ \/api\/auth\/\*$/, /^GET \/api\/docs\/static\//];
