import { publicName } from '@carhouse/domain/account/public-name';
import type { AuthorisationData } from './authorisation-world.ts';

/** One row of the authorisation table (authorisation-table.ts). */
export type AuthorisationRow = readonly [
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`,
  address: string,
  statuses: string,
  body?: object | (() => object),
];

/** The statuses of calls for everybody. */
export const publicCallStatuses = '200 200 200 200 200 200';
/** An unknown token is refused with 422, and further tries from one client address with 429. */
export const invalidTokenStatuses = '422/429 422/429 422/429 422/429 422/429 422/429';
/** The statuses of calls that only need a session. */
export const signedInCallStatuses = '401 200 200 200 200 200';
/** The statuses of calls that sellers make about their own cars and imports. */
export const ownCarCallStatuses = '401 403 403 200 404 403';
/** The statuses of calls for admins. */
export const adminCallStatuses = '401 403 403 403 403 200';

/** Routes whose calls are tested elsewhere, or that serve files to all users. */
export const excludedRoutePatterns: readonly RegExp[] = [/^\w+ \/api\/auth\/\*$/, /^GET \/api\/docs\/static\//];

/** Calls about the reconciliation, the ledger and the state of the server. */
export function listReconciliationRows(): readonly AuthorisationRow[] {
  const [path, unknownIdStatuses] = ['/api/v1/reconciliation', '401 403 403 403 403 404'];
  return [
    ['GET /api/v1/system', '/api/v1/system', adminCallStatuses],
    [`GET ${path}`, path, adminCallStatuses],
    [`POST ${path}/runs`, `${path}/runs`, adminCallStatuses, {}],
    [
      `POST ${path}/findings/:id/repair`,
      `${path}/findings/0190c1a0-0000-7000-8000-000000000000/repair`,
      unknownIdStatuses,
      {},
    ],
    [`POST ${path}/events/:eventId/replay`, `${path}/events/evt_none/replay`, unknownIdStatuses, {}],
    ['GET /api/v1/books', '/api/v1/books', adminCallStatuses],
    ['GET /api/v1/books/totals', '/api/v1/books/totals', adminCallStatuses],
    ['GET /api/v1/books/days/:day', '/api/v1/books/days/2026-11-20', adminCallStatuses],
    ['GET /api/v1/books/file', '/api/v1/books/file', '401 403 403 403 403 403'],
  ];
}

/**
 * Calls about the payout account of a seller. Both sellers of this test have no second factor, so they may only read
 * their account; apps/server/payout-accounts tests the calls that succeed.
 */
export function listPayoutAccountRows(): readonly AuthorisationRow[] {
  const payoutAccountPath = '/api/v1/me/payout-account';
  const [sellerCallStatuses, refusedStatuses] = ['401 403 403 200 200 403', '401 403 403 403 403 403'];
  return [
    [`GET ${payoutAccountPath}`, payoutAccountPath, sellerCallStatuses],
    [`POST ${payoutAccountPath}/check`, `${payoutAccountPath}/check`, sellerCallStatuses],
    [`POST ${payoutAccountPath}/confirmation-link`, `${payoutAccountPath}/confirmation-link`, refusedStatuses],
    // The number of attempts with a token is limited by client address.
    [
      `POST ${payoutAccountPath}/confirmation`,
      `${payoutAccountPath}/confirmation`,
      '401 403 403 403/429 403/429 403',
      { token: 'unknown' },
    ],
    [`POST ${payoutAccountPath}/onboarding`, `${payoutAccountPath}/onboarding`, refusedStatuses],
    [`POST ${payoutAccountPath}/provider-page`, `${payoutAccountPath}/provider-page`, refusedStatuses],
  ];
}

/** Calls about the money that sellers receive. */
export function listSellerPaymentRows({
  paidBookingId: paidOrderId,
  seller1,
}: AuthorisationData): readonly AuthorisationRow[] {
  const [ownPath, adminPath, month] = ['/api/v1/me/payouts', '/api/v1/seller-payments', '2026-01'];
  const sellerCallStatuses = '401 403 403 200 200 403';
  return [
    [`GET ${ownPath}`, `${ownPath}?group=owed`, sellerCallStatuses],
    [`GET ${ownPath}/totals`, `${ownPath}/totals`, sellerCallStatuses],
    ['GET /api/v1/me/statements/:month', `/api/v1/me/statements/${month}`, sellerCallStatuses],
    [`GET ${adminPath}`, adminPath, adminCallStatuses],
    // The admin of this test has a second factor but has not proved it in this session.
    [`POST ${adminPath}/:id/retry`, `${adminPath}/${paidOrderId}/retry`, '401 403 403 403 403 403', {}],
    [
      'GET /api/v1/accounts/:id/statements/:month',
      `/api/v1/accounts/${seller1.id}/statements/${month}`,
      adminCallStatuses,
    ],
    // The buyer may not see the fee that the seller pays.
    ['GET /api/v1/orders/:id/fee-documents', `/api/v1/orders/${paidOrderId}/fee-documents`, '401 404 404 200 404 200'],
  ];
}

/**
 * Calls about how a seller wants to be paid directly. The server of this test takes the payments itself, so no seller
 * may set payment instructions; apps/server/payment-instructions tests the calls that succeed.
 */
export function listPaymentInstructionRows(): readonly AuthorisationRow[] {
  const instructionsPath = '/api/v1/me/payment-instructions';
  return [
    [`GET ${instructionsPath}`, instructionsPath, '401 403 403 200 200 403'],
    [`PUT ${instructionsPath}`, instructionsPath, '401 403 403 409 409 403', { ways: ['cash'] }],
  ];
}

/**
 * Calls about second factors: the caller's own, and another user's for an admin. None of the calls in this list creates
 * an account.
 */
export function listFactorRows({ car, spareBuyer }: AuthorisationData): readonly AuthorisationRow[] {
  const secondFactorPath = '/api/v1/me/second-factor';
  const invalidStatuses = '401 422 422 422 422 422';
  const passkey = { id: 'none', response: {} };
  return [
    [`GET ${secondFactorPath}`, secondFactorPath, signedInCallStatuses],
    [`PUT ${secondFactorPath}/proof-options`, `${secondFactorPath}/proof-options`, signedInCallStatuses],
    [`PUT ${secondFactorPath}/proof`, `${secondFactorPath}/proof`, invalidStatuses, { code: 'wrong' }],
    // The admin of this test has a second factor but has not proved it in this session.
    [`PUT ${secondFactorPath}/app/draft`, `${secondFactorPath}/app/draft`, '401 200 200 200 200 403'],
    [`PUT ${secondFactorPath}/app`, `${secondFactorPath}/app`, '401 422 422 422 422 403', { code: 'wrong' }],
    [`DELETE ${secondFactorPath}/app`, `${secondFactorPath}/app`, '401 200 200 200 200 403'],
    [`PUT ${secondFactorPath}/passkey-options`, `${secondFactorPath}/passkey-options`, '401 200 200 200 200 403'],
    [
      `PUT ${secondFactorPath}/passkeys`,
      `${secondFactorPath}/passkeys`,
      '401 422 422 422 422 403',
      { name: 'Key', passkey },
    ],
    [
      `PUT ${secondFactorPath}/passkeys/:id`,
      `${secondFactorPath}/passkeys/${car}`,
      '401 404 404 404 404 404',
      { name: 'Key' },
    ],
    [`DELETE ${secondFactorPath}/passkeys/:id`, `${secondFactorPath}/passkeys/${car}`, '401 404 404 404 404 403'],
    [`PUT ${secondFactorPath}/recovery-codes`, `${secondFactorPath}/recovery-codes`, '401 404 404 404 404 403'],
    [
      'POST /api/v1/accounts/:id/second-factor-reset',
      `/api/v1/accounts/${spareBuyer.id}/second-factor-reset`,
      adminCallStatuses,
    ],
  ];
}

const feeRule = { isEnd: false, basisPoints: 100, fixed: 0, cap: null, gstBasisPoints: 900 };

/** Calls about reports. A seller does not report their own car or themselves. */
export function listReportRows({ car, seller1, reportId }: AuthorisationData): readonly AuthorisationRow[] {
  const nonSellerStatuses = '201 201 201 409 201 201';
  const sellerReportsPath = `/api/v1/sellers/${publicName(seller1.id)}/reports`;
  return [
    ['POST /api/v1/listings/:id/reports', `/api/v1/listings/${car}/reports`, nonSellerStatuses, { ground: 'not-real' }],
    [
      'POST /api/v1/sellers/:id/reports',
      sellerReportsPath,
      nonSellerStatuses,
      { ground: 'other', text: 'They sell toys.' },
    ],
    ['GET /api/v1/reports', '/api/v1/reports?stage=open', adminCallStatuses],
    [
      'POST /api/v1/reports/:id/dismissal',
      `/api/v1/reports/${reportId}/dismissal`,
      adminCallStatuses,
      { reason: 'It is real.' },
    ],
  ];
}

/**
 * Calls about parts of prices that banks pay. The reserved order of this test has no bank part; apps/server/bank-parts
 * tests the calls that succeed.
 */
function listBankPartRows({ reservedBookingId }: AuthorisationData): readonly AuthorisationRow[] {
  const [route, address] = [
    'POST /api/v1/orders/:id/bank-part',
    `/api/v1/orders/${reservedBookingId}/bank-part`,
  ] as const;
  const [statusesOfUnknown, statusesForAdmin] = ['401 404 404 404 404 404', '401 403 403 403 403 403'];
  const reason = { reason: 'The references differ.' };
  return [
    [`${route}/statement`, `${address}/statement`, statusesOfUnknown, { bank: 'Orchid Bank', reference: 'HP 4711' }],
    [`${route}/receipt`, `${address}/receipt`, statusesOfUnknown, {}],
    [`${route}/refusal`, `${address}/refusal`, statusesOfUnknown, reason],
    [`${route}/return`, `${address}/return`, statusesOfUnknown, { reference: 'OUT 99' }],
    [`${route}/return-confirmation`, `${address}/return-confirmation`, statusesOfUnknown, { arrived: true }],
    // The admin of this test has a second factor but has not proved it in this session.
    [`${route}/confirmation`, `${address}/confirmation`, statusesForAdmin, {}],
    [`${route}/recorded-return`, `${address}/recorded-return`, statusesForAdmin, { reference: 'OUT 77', ...reason }],
    [`${route}/rejection`, `${address}/rejection`, '401 403 403 403 403 404', reason],
    ['GET /api/v1/bank-parts', '/api/v1/bank-parts', adminCallStatuses],
  ];
}

/** Calls about sales, complaints and fees. */
export function listSaleRows(testData: AuthorisationData): readonly AuthorisationRow[] {
  const { paidBookingId: paidOrderId } = testData;
  return [
    ...listBankPartRows(testData),
    // The order is paid and not handed over; the complaint freezes the sale, and the withdrawal of the complaint
    // unfreezes it.
    [
      'POST /api/v1/orders/:id/confirmation',
      `/api/v1/orders/${paidOrderId}/confirmation`,
      '401 409 404 409 404 409',
      {},
    ],
    [
      'POST /api/v1/orders/:id/complaint',
      `/api/v1/orders/${paidOrderId}/complaint`,
      '401 200/409 404 403 404 403',
      { ground: 'other', text: 'The keys are missing.' },
    ],
    [
      'PUT /api/v1/orders/:id/complaint/answer',
      `/api/v1/orders/${paidOrderId}/complaint/answer`,
      '401 403 404 200/404 404 403',
      { text: 'They have the keys.' },
    ],
    [
      'POST /api/v1/orders/:id/complaint/withdrawal',
      `/api/v1/orders/${paidOrderId}/complaint/withdrawal`,
      '401 200/409 404 403 404 403',
      {},
    ],
    [
      'POST /api/v1/orders/:id/complaint/decision',
      `/api/v1/orders/${paidOrderId}/complaint/decision`,
      '401 403 403 403 403 409',
      { outcome: 'released', reason: 'All is well.' },
    ],
    ['GET /api/v1/complaints', '/api/v1/complaints', adminCallStatuses],
    ['GET /api/v1/fee-rules', '/api/v1/fee-rules', adminCallStatuses],
    ['POST /api/v1/fee-rules', '/api/v1/fee-rules', adminCallStatuses, feeRule],
    ['GET /api/v1/fee-quote', '/api/v1/fee-quote?brand=Ferrari&price=100000', '401 403 403 200 200 403'],
  ];
}

/** Calls about reservations and the queues for cars. Buyer 1 has reserved the car of seller 1. */
export function listReservationRows(testData: AuthorisationData): readonly AuthorisationRow[] {
  const { reservedCarId: car, reservedBookingId: booking, reservableCarId } = testData;
  const [ofCar, ofBooking] = ['/api/v1/listings/:id', '/api/v1/bookings/:id'];
  const start = {
    meetingDate: 'Saturday',
    buyerNumber: '+65 8123 4567',
    price: 50_000,
    deposit: 1_000,
    rule: 2,
    conditions: [],
  };
  return [
    [`GET ${ofCar}/reservation`, `/api/v1/listings/${car}/reservation`, '200 200 200 200 200 200'],
    [`GET ${ofBooking}/reservation`, `/api/v1/bookings/${booking}/reservation`, '401 200 404 200 404 200'],
    [
      `PUT ${ofCar}/reservation-terms`,
      `/api/v1/listings/${reservableCarId}/reservation-terms`,
      '401 403 403 200 404 403',
      { deposit: 1_000 },
    ],
    [`POST ${ofCar}/queue`, `/api/v1/listings/${car}/queue`, '401 409 200 409 403 403', {}],
    [`DELETE ${ofCar}/queue`, `/api/v1/listings/${car}/queue`, signedInCallStatuses],
    [
      `POST ${ofBooking}/reservation-condition`,
      `/api/v1/bookings/${booking}/reservation-condition`,
      '401 200 404 403 404 404',
      { kind: 'loan', met: true },
    ],
    // The request states another refund than the refund that was shown to the buyer, so the call is refused.
    [
      `POST ${ofBooking}/reservation-end`,
      `/api/v1/bookings/${booking}/reservation-end`,
      '401 409 404 404 404 404',
      { refund: 1 },
    ],
    [
      `POST ${ofBooking}/reservation-withdrawal`,
      `/api/v1/bookings/${booking}/reservation-withdrawal`,
      '401 403 403 200 404 403',
      { reason: 'Sold to a friend' },
    ],
    [
      `POST ${ofCar}/reservations`,
      `/api/v1/listings/${reservableCarId}/reservations`,
      '401 200 200 409 403 403',
      start,
    ],
  ];
}

/** Calls about feedback. Everybody may send feedback messages. */
export function listFeedbackRows({ feedbackId }: AuthorisationData): readonly AuthorisationRow[] {
  const path = '/api/v1/feedback';
  const text = { email: 'reader@people.example', text: 'Good.' };
  return [
    [`POST ${path}`, path, '201 201 201 201 201 201', text],
    [`GET ${path}`, path, adminCallStatuses],
    [`GET ${path}/unread`, `${path}/unread`, adminCallStatuses],
    [`POST ${path}/:id/reading`, `${path}/${feedbackId}/reading`, adminCallStatuses, {}],
    [`POST ${path}/:id/archiving`, `${path}/${feedbackId}/archiving`, adminCallStatuses, {}],
  ];
}

/** Calls about dealers' imports. The upload is multipart/form-data. */
export function listImportRows({ car, importId, deletableImportId }: AuthorisationData): readonly AuthorisationRow[] {
  return [
    ['POST /api/v1/imports', '/api/v1/imports', '401 403 403 415 415 403', {}],
    ['GET /api/v1/imports', '/api/v1/imports', '401 403 403 200 200 403'],
    ['GET /api/v1/imports/:id', `/api/v1/imports/${importId}`, ownCarCallStatuses],
    [
      'PUT /api/v1/imports/:id/mapping',
      `/api/v1/imports/${importId}/mapping`,
      ownCarCallStatuses,
      { columns: [], location: 'Singapore', currency: 'SGD' },
    ],
    // The required fields of the import have no columns yet, so its check cannot start.
    ['POST /api/v1/imports/:id/check', `/api/v1/imports/${importId}/check`, '401 403 403 422 404 403', {}],
    ['POST /api/v1/imports/:id/start', `/api/v1/imports/${importId}/start`, '401 403 403 422 404 403', {}],
    [
      'POST /api/v1/imports/:id/gone-withdrawal',
      `/api/v1/imports/${importId}/gone-withdrawal`,
      '401 403 403 409 404 403',
      { cars: 1 },
    ],
    ['GET /api/v1/imports/:id/report', `/api/v1/imports/${importId}/report`, '401 403 403 404 404 403'],
    ['POST /api/v1/imports/:id/stop', `/api/v1/imports/${importId}/stop`, ownCarCallStatuses, {}],
    ['GET /api/v1/duplicates', '/api/v1/duplicates', adminCallStatuses],
    [
      'POST /api/v1/duplicates/:id/settlement',
      `/api/v1/duplicates/${car}/settlement`,
      adminCallStatuses,
      { firstId: car },
    ],
    ['GET /api/v1/import-reviews', '/api/v1/import-reviews', adminCallStatuses],
    [
      'POST /api/v1/import-reviews/:id/release',
      `/api/v1/import-reviews/${importId}/release`,
      '401 403 403 403 403 409',
      {},
    ],
    [
      'POST /api/v1/import-reviews/:id/rejection',
      `/api/v1/import-reviews/${importId}/rejection`,
      '401 403 403 403 403 409',
      { reason: 'These cars are not theirs.' },
    ],
    ['GET /api/v1/running-imports', '/api/v1/running-imports', '401 403 403 403 403 200'],
    [
      'POST /api/v1/running-imports/:id/stop',
      `/api/v1/running-imports/${importId}/stop`,
      '401 403 403 403 403 200',
      {},
    ],
    ['DELETE /api/v1/imports/:id', `/api/v1/imports/${deletableImportId}`, ownCarCallStatuses],
  ];
}
