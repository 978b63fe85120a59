/**
 * Masks the name of another user in a personal data export: `Mei Lin` becomes `M***`. Only a reader who knows the other
 * user recognises the name.
 */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`;
}

/** Masks an e-mail address: `mei@people.example` becomes `m***@***`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}***@***`;
}
