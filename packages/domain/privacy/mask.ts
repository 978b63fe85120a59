/**
 * Masks another user's name in a personal data export, so that only a reader who knows the name recognises it. `Mei Lin`
 * becomes `M***`.
 */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`;
}

/** Masks an e-mail address: `mei@people.example` becomes `m***@***`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}***@***`;
}
