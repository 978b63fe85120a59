import {
  assertAllowedNames,
  mergeMetadata,
  type Params,
  readFlag,
  readGroup,
  readMetadata,
  readRequiredText,
  text,
} from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import type { AccountRecord } from './account-records.ts';
import { presentAccount } from './present-account.ts';

const UPDATABLE_PARAMS = [
  'business_profile',
  'business_type',
  'capabilities',
  'email',
  'individual',
  'metadata',
  'settings',
];
const SUPPORTED_CAPABILITIES = ['card_payments', 'paynow_payments', 'transfers'];
const BUSINESS_PROFILE_FIELDS = [
  'mcc',
  'name',
  'product_description',
  'support_email',
  'support_phone',
  'support_url',
  'url',
];
const PAYOUT_INTERVALS = ['daily', 'manual', 'monthly', 'weekly'];

/**
 * Creates a connected account in Singapore. Throws 400 for another country, and for a parameter or value that is not
 * emulated.
 */
export function createAccount(step: Step, params: Params): AccountRecord {
  assertAllowedNames(params, [...UPDATABLE_PARAMS, 'controller', 'country', 'default_currency', 'type']);
  const country = text(params, 'country') ?? 'SG';
  if (country !== 'SG') throw makeNotEmulatedError('country', country, 'SG');
  const currency = text(params, 'default_currency') ?? 'sgd';
  if (currency !== 'sgd') throw makeNotEmulatedError('default_currency', currency, 'sgd');
  const account: AccountRecord = {
    id: step.newId('acct'),
    created: step.now,
    country,
    email: null,
    ...readController(params),
    businessType: null,
    businessProfile: {},
    metadata: readMetadata(params),
    requestedCapabilities: [],
    payoutInterval: 'daily',
    person: { firstName: null, lastName: null, phone: null, dateOfBirth: null, line1: null, postalCode: null },
    idNumber: 'missing',
    bankAccount: null,
    tosAcceptedAt: null,
    detailsSubmitted: false,
    restriction: null,
    shopUrl: null,
  };
  return saveAccount(step, applyParams(account, params));
}

/** Changes the given fields of a connected account. Metadata is merged, and an empty value removes its key. */
export function updateAccount(step: Step, account: AccountRecord, params: Params): AccountRecord {
  assertAllowedNames(params, UPDATABLE_PARAMS);
  return saveAccount(step, { ...applyParams(account, params), metadata: mergeMetadata(account.metadata, params) });
}

/** Saves an account and records the event that reports the change to the platform. */
export function saveAccount(step: Step, account: AccountRecord): AccountRecord {
  step.put('accounts', account);
  recordEvent(step, 'account.updated', presentAccount(account), account.id);
  return account;
}

function applyParams(account: AccountRecord, params: Params): AccountRecord {
  const individual = readGroup(params, 'individual');
  assertAllowedNames(individual, ['email', 'first_name', 'last_name', 'phone']);
  const profile = readGroup(params, 'business_profile');
  assertAllowedNames(profile, BUSINESS_PROFILE_FIELDS);
  const businessType = text(params, 'business_type') ?? account.businessType;
  if (businessType !== null && businessType !== 'individual') {
    throw makeNotEmulatedError('business_type', businessType, 'individual');
  }
  const profileTexts = BUSINESS_PROFILE_FIELDS.flatMap((name) => {
    const value = text(profile, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...account,
    email: text(params, 'email') ?? text(individual, 'email') ?? account.email,
    businessType,
    businessProfile: { ...account.businessProfile, ...Object.fromEntries(profileTexts) },
    requestedCapabilities: readCapabilities(account.requestedCapabilities, readGroup(params, 'capabilities')),
    payoutInterval: readPayoutInterval(readGroup(params, 'settings')) ?? account.payoutInterval,
    person: {
      ...account.person,
      firstName: text(individual, 'first_name') ?? account.person.firstName,
      lastName: text(individual, 'last_name') ?? account.person.lastName,
      phone: text(individual, 'phone') ?? account.person.phone,
    },
  };
}

function readController(params: Params): Pick<AccountRecord, 'controller' | 'type'> {
  const type = text(params, 'type');
  if (type !== undefined && params.controller !== undefined) {
    throw makeInvalidRequestError('You may only specify one of these parameters: type, controller.', undefined, 'type');
  }
  if (type !== undefined && type !== 'express') throw makeNotEmulatedError('type', type, 'express');
  if (type === 'express') {
    return {
      type,
      controller: {
        feesPayer: 'application_express',
        lossesPayments: 'application',
        requirementCollection: 'stripe',
        dashboard: 'express',
      },
    };
  }
  const controller = readGroup(params, 'controller');
  assertAllowedNames(controller, ['fees', 'losses', 'requirement_collection', 'stripe_dashboard']);
  const feesPayer = readRequiredText(readGroup(controller, 'fees'), 'payer');
  const lossesPayments = readRequiredText(readGroup(controller, 'losses'), 'payments');
  const requirementCollection = text(controller, 'requirement_collection') ?? 'stripe';
  const dashboard = text(readGroup(controller, 'stripe_dashboard'), 'type') ?? 'full';
  if (requirementCollection !== 'stripe')
    throw makeNotEmulatedError('requirement_collection', requirementCollection, 'stripe');
  if (dashboard !== 'express') throw makeNotEmulatedError('stripe_dashboard', dashboard, 'express');
  const isExpress = feesPayer === 'application' && lossesPayments === 'application';
  return {
    type: isExpress ? 'express' : 'none',
    controller: { feesPayer, lossesPayments, requirementCollection, dashboard },
  };
}

function readCapabilities(requestedCapabilities: readonly string[], capabilityParams: Params): readonly string[] {
  assertAllowedNames(capabilityParams, SUPPORTED_CAPABILITIES);
  const capabilities = new Set(requestedCapabilities);
  for (const name of Object.keys(capabilityParams)) {
    if (readFlag(readGroup(capabilityParams, name), 'requested')) capabilities.add(name);
    else capabilities.delete(name);
  }
  return [...capabilities].toSorted();
}

function readPayoutInterval(settings: Params): string | undefined {
  assertAllowedNames(settings, ['payouts']);
  const payouts = readGroup(settings, 'payouts');
  assertAllowedNames(payouts, ['schedule']);
  const schedule = readGroup(payouts, 'schedule');
  assertAllowedNames(schedule, ['interval']);
  const interval = text(schedule, 'interval');
  if (interval !== undefined && !PAYOUT_INTERVALS.includes(interval)) {
    throw makeInvalidRequestError(
      `Invalid interval: must be one of ${PAYOUT_INTERVALS.join(', ')}`,
      undefined,
      'interval',
    );
  }
  return interval;
}

function makeNotEmulatedError(param: string, value: string, supportedValue: string) {
  return makeInvalidRequestError(`The ${param} "${value}" is not emulated; use ${supportedValue}.`, undefined, param);
}
