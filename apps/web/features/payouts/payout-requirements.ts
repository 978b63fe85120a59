import { payoutMessages } from '#messages/payouts';

/** The sections of the provider's form, in the order in which the page shows them. */
export const requirementGroups = ['about', 'identity', 'bank', 'owners', 'other'] as const;
export type RequirementGroup = (typeof requirementGroups)[number];

type RequirementTextKey = keyof typeof payoutMessages.requirements;

/**
 * The provider's codes, as Stripe names them: `individual.verification.document`, `company.tax_id`. The first pattern
 * that matches a code determines the section of the form.
 */
const requirementRules: readonly (readonly [pattern: RegExp, group: RequirementGroup, words: RequirementTextKey])[] = [
  [/^external_account/, 'bank', 'bank'],
  [/^(owners|directors|executives)\b|(owners|directors|executives)_provided|ownership/, 'owners', 'owners'],
  [/^company\.verification/, 'about', 'companyDocument'],
  [/^company\.tax_id|^company\.registration_number/, 'about', 'uen'],
  [/^company\.name/, 'about', 'companyName'],
  [/^company\.address/, 'about', 'companyAddress'],
  [/^company\.phone/, 'about', 'companyPhone'],
  [/verification\.additional_document/, 'identity', 'secondDocument'],
  [/verification/, 'identity', 'document'],
  [/id_number|ssn_last_4/, 'identity', 'idNumber'],
  [/name(_aliases)?$/, 'about', 'name'],
  [/\.dob\b/, 'about', 'birth'],
  [/address/, 'about', 'address'],
  [/phone/, 'about', 'phone'],
  [/email/, 'about', 'email'],
  [/^business_type/, 'about', 'kind'],
  [/^business_profile/, 'about', 'business'],
  [/^tos_acceptance/, 'about', 'terms'],
];

/**
 * Returns the names of the missing details, grouped by the section of the form. A section of the form without missing
 * details is absent from the result.
 * @param codes the provider's codes
 */
export function groupRequirements(codes: readonly string[]): ReadonlyMap<RequirementGroup, readonly string[]> {
  const groups = new Map<RequirementGroup, readonly string[]>();
  for (const code of codes) {
    const [, group, wordsKey] = requirementRules.find(([pattern]) => pattern.test(code)) ?? [code, 'other', 'other'];
    const namesOfGroup = groups.get(group) ?? [];
    const text = payoutMessages.requirements[wordsKey];
    if (!namesOfGroup.includes(text)) groups.set(group, [...namesOfGroup, text]);
  }
  return groups;
}
