import type { AccountRecord } from '../accounts/account-records.ts';
import type { FieldFaults, FieldName } from '../accounts/onboard-account.ts';
import { arePayoutsEnabled, computeRequirements } from '../accounts/requirements.ts';
import { TEST_ROUTING_NUMBER, testBankAccounts } from '../accounts/test-bank-accounts.ts';
import { escapeHtml } from './html-page.ts';

type FormField = { name: FieldName; label: string; type?: string; autocomplete?: string };

const personFields: readonly FormField[] = [
  { name: 'first_name', label: 'First name', autocomplete: 'given-name' },
  { name: 'last_name', label: 'Last name', autocomplete: 'family-name' },
  { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' },
  { name: 'phone', label: 'Telephone', type: 'tel', autocomplete: 'tel' },
  { name: 'dob', label: 'Date of birth', type: 'date', autocomplete: 'bday' },
  { name: 'line1', label: 'Address', autocomplete: 'address-line1' },
  { name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code' },
  { name: 'id_number', label: 'Identity number', autocomplete: 'off' },
];
const bankFields: readonly FormField[] = [
  { name: 'routing_number', label: 'Bank and branch code', autocomplete: 'off' },
  { name: 'account_number', label: 'Account number', autocomplete: 'off' },
];

/** The form of the onboarding page. */
export function renderOnboardingForm(account: AccountRecord, faults: FieldFaults): string {
  const values = readKnownValues(account);
  return `<p>This is a test of identity and bank details. Enter only test data: no money moves.</p>
${renderFaultSummary(faults)}
<form method="post" class="fields" novalidate>
${[...personFields, ...bankFields].map((field) => renderField(field, values[field.name] ?? '', faults[field.name])).join('\n')}
${renderSavedDetails(account)}
<label class="choice"><input type="checkbox" name="agree"${account.tosAcceptedAt === null ? '' : ' checked'}> I agree to the terms of this test.</label>
${faults.agree === undefined ? '' : '<p class="fault">Agree to the terms to continue.</p>'}
<button name="action" value="submit">Submit</button>
<button name="action" value="fill" class="second" formnovalidate>Fill in what is missing with test data and submit</button>
<button name="action" value="leave" class="second" formnovalidate>Save and finish later</button>
</form>
${renderTestValues()}`;
}

/** The page of an account that has completed its onboarding: its state, and a form for another bank account. */
export function renderDashboard(account: AccountRecord, faults: FieldFaults, notice: string): string {
  const requirements = computeRequirements(account);
  const bank = account.bankAccount;
  return `${notice === '' ? '' : `<p role="status">${escapeHtml(notice)}</p>`}
<dl>
<dt>Account</dt><dd>${escapeHtml(account.id)}</dd>
<dt>Payouts</dt><dd>${arePayoutsEnabled(account) ? 'enabled' : `disabled: ${escapeHtml(requirements.disabledReason ?? 'incomplete')}`}</dd>
<dt>Needed</dt><dd>${requirements.currentlyDue.length === 0 ? 'nothing' : escapeHtml(requirements.currentlyDue.join(', '))}</dd>
<dt>Bank account</dt><dd>${bank === null ? 'none' : `ending in ${escapeHtml(bank.number.slice(-4))}${bank.status === 'errored' ? ', a payout to it has failed' : ''}`}</dd>
</dl>
<h2>Change the bank account</h2>
${renderFaultSummary(faults)}
<form method="post" class="fields" novalidate>
${bankFields.map((field) => renderField(field, field.name === 'routing_number' ? TEST_ROUTING_NUMBER : '', faults[field.name])).join('\n')}
<button name="action" value="bank">Save the bank account</button>
</form>
<h2>Test a restriction</h2>
<form method="post">
${
  account.restriction === null
    ? '<button name="action" value="restrict" class="second">Ask this person for a document, and disable payouts until then</button>'
    : '<button name="action" value="lift" class="second">End the restriction</button>'
}
</form>
${renderTestValues()}
${account.shopUrl === null ? '' : `<p><a href="${escapeHtml(account.shopUrl)}">Back to the shop</a></p>`}`;
}

function readKnownValues({ person, email, bankAccount }: AccountRecord): Partial<Record<FieldName, string>> {
  return {
    first_name: person.firstName ?? '',
    last_name: person.lastName ?? '',
    email: email ?? '',
    phone: person.phone ?? '',
    dob: person.dateOfBirth ?? '',
    line1: person.line1 ?? '',
    postal_code: person.postalCode ?? '',
    routing_number: bankAccount?.routingNumber ?? TEST_ROUTING_NUMBER,
  };
}

function renderField(
  { name, label, type = 'text', autocomplete = 'on' }: FormField,
  value: string,
  fault?: string,
): string {
  const invalidAttributes = fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-fault"`;
  return `<div><label>${label}<input name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}"${invalidAttributes}></label>
${fault === undefined ? '' : `<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>`}</div>`;
}

function renderFaultSummary(faults: FieldFaults): string {
  return Object.keys(faults).length === 0 ? '' : '<p class="fault" role="alert">Correct the marked fields.</p>';
}

function renderSavedDetails({ bankAccount, idNumber }: AccountRecord): string {
  const savedDetails = [
    ...(bankAccount === null ? [] : [`A bank account ending in ${bankAccount.number.slice(-4)} is saved.`]),
    ...(idNumber === 'missing' ? [] : ['An identity number is saved.']),
  ];
  return savedDetails.length === 0
    ? ''
    : `<p>${escapeHtml(savedDetails.join(' '))} Leave the field empty to keep it.</p>`;
}

function renderTestValues(): string {
  const accountNumberItems = testBankAccounts.map(({ number, failure, payoutBehaviour }) => {
    const outcome = failure === null ? 'paid' : `fails with ${failure.code}`;
    const outcomeText = { 'at-once': outcome, never: 'stays in transit', returned: `paid, then ${outcome}` }[
      payoutBehaviour
    ];
    return `<li>${number}: ${outcomeText}</li>`;
  });
  return `<section class="test-values"><h2>Test values</h2>
<p>Identity number: 222222222 matches, 000000000 matches after a moment, 111111111 does not match.
Date of birth: 1901-01-01; with 1900-01-01 the account is listed and disabled. Address: address_full_match or any other; address_no_match must be corrected.</p>
<p>Account number of a payout:</p><ul>${accountNumberItems.join('')}</ul></section>`;
}
