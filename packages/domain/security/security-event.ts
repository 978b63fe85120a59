/** What the security log records (ASVS 5, 16.2 and 16.3). Each name is a kind of event that operators look for. */
export const securityEventNames = [
  'sign-in',
  'sign-up',
  'password',
  'second-factor',
  'refusal',
  'limit',
  'role-act',
  'money-act',
  'export',
  'personal-data',
  'hold',
  'mail',
  'import',
  'webhook',
  'child-process',
] as const;

export type SecurityEventName = (typeof securityEventNames)[number];

/** The result of the event: the server allowed it, refused it, or could not finish it. */
export const securityResults = ['allowed', 'refused', 'failed'] as const;
export type SecurityResult = (typeof securityResults)[number];
