import { createHash } from 'node:crypto';
import type { AccountRecord, BankAccountRecord } from './account-records.ts';
import { arePayoutsEnabled, computeRequirements, computeTransfersStatus } from './requirements.ts';

/** A connected account in the format of the API. Field names and types: docs.stripe.com/api/accounts/object. */
export function presentAccount(account: AccountRecord) {
  const requirements = computeRequirements(account);
  const transfersStatus = computeTransfersStatus(account);
  const capabilities = account.requestedCapabilities.map((name) => [name, transfersStatus]);
  return {
    id: account.id,
    object: 'account',
    business_profile: presentBusinessProfile(account),
    business_type: account.businessType,
    capabilities: Object.fromEntries(capabilities) as Record<string, typeof transfersStatus>,
    charges_enabled: account.requestedCapabilities.includes('card_payments') && transfersStatus === 'active',
    controller: {
      fees: { payer: account.controller.feesPayer },
      is_controller: true,
      losses: { payments: account.controller.lossesPayments },
      requirement_collection: account.controller.requirementCollection,
      stripe_dashboard: { type: account.controller.dashboard },
      type: 'application',
    },
    country: account.country,
    created: account.created,
    default_currency: 'sgd',
    details_submitted: account.detailsSubmitted,
    email: account.email,
    external_accounts: {
      object: 'list',
      data: account.bankAccount === null ? [] : [presentBankAccount(account, account.bankAccount)],
      has_more: false,
      total_count: account.bankAccount === null ? 0 : 1,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: presentRequirements({
      currentlyDue: [],
      pastDue: [],
      pendingVerification: [],
      errors: [],
      currentDeadline: null,
      disabledReason: null,
    }),
    metadata: account.metadata,
    payouts_enabled: arePayoutsEnabled(account),
    requirements: presentRequirements(requirements),
    settings: presentSettings(account),
    tos_acceptance: { date: account.tosAcceptedAt, ip: null, user_agent: null },
    type: account.type,
  };
}

/** A bank account in the format of the API. The account shows only the last four digits of its number. */
export function presentBankAccount(account: Pick<AccountRecord, 'id' | 'country'>, bank: BankAccountRecord) {
  return {
    id: bank.id,
    object: 'bank_account',
    account: account.id,
    account_holder_name: bank.holderName,
    account_holder_type: 'individual',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: account.country,
    currency: 'sgd',
    customer: null,
    default_for_currency: true,
    fingerprint: createHash('sha256').update(`${bank.routingNumber}/${bank.number}`).digest('hex').slice(0, 16),
    future_requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    last4: bank.number.slice(-4),
    metadata: {},
    requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    routing_number: bank.routingNumber,
    status: bank.status,
  };
}

function presentRequirements(requirements: ReturnType<typeof computeRequirements>) {
  return {
    alternatives: [],
    current_deadline: requirements.currentDeadline,
    currently_due: requirements.currentlyDue,
    disabled_reason: requirements.disabledReason,
    errors: requirements.errors,
    eventually_due: requirements.currentlyDue,
    past_due: requirements.pastDue,
    pending_verification: requirements.pendingVerification,
  };
}

function presentBusinessProfile({ businessProfile }: AccountRecord) {
  return {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: businessProfile.mcc ?? null,
    minority_owned_business_designation: null,
    name: businessProfile.name ?? null,
    product_description: businessProfile.product_description ?? null,
    support_address: null,
    support_email: businessProfile.support_email ?? null,
    support_phone: businessProfile.support_phone ?? null,
    support_url: businessProfile.support_url ?? null,
    url: businessProfile.url ?? null,
  };
}

function presentSettings(account: AccountRecord) {
  return {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: 'Asia/Singapore' },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: 'offer' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: account.payoutInterval },
      statement_descriptor: null,
    },
    sepa_debit_payments: {},
  };
}
