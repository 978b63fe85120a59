/** Another person's name in a user's export: masked, so that only someone who knows it recognises it. `Mei Lin` becomes `M***`. */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`;
}

/** `mei@people.example` becomes `m***@***`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}***@***`;
}
