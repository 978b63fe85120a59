/** Another person's name in somebody's export: enough to know it again for who knew it. `Mei Lin` becomes `M***`. */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}***`;
}

/** `mei@people.example` becomes `m***@***`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}***@***`;
}
