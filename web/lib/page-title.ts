import { texts } from '@carhouse/contract/texts';

/** The head of a page: `Login · Car House`. */
export function pageTitle(name: string): { meta: { title: string }[] } {
  return { meta: [{ title: `${name} · ${texts.brandName}` }] };
}
