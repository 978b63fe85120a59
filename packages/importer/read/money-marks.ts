/** The currency of this server's prices (ISO 4217). A plain `$` also means this currency. */
export const listingCurrency = 'SGD';

/** Currency words and symbols in feeds, in lower case without dots. */
const currencyCodeByWord: Readonly<Record<string, string>> = {
  s$: 'SGD',
  $: 'SGD',
  sg$: 'SGD',
  'singapore dollar': 'SGD',
  us$: 'USD',
  usd$: 'USD',
  dollar: 'SGD',
  dollars: 'SGD',
  '£': 'GBP',
  gbp: 'GBP',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  rm: 'MYR',
  zł: 'PLN',
  zl: 'PLN',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  c$: 'CAD',
  ca$: 'CAD',
  '¥': 'JPY',
  '￥': 'JPY',
  yen: 'JPY',
  rmb: 'CNY',
  '₹': 'INR',
  rp: 'IDR',
  '฿': 'THB',
  '₱': 'PHP',
  '₩': 'KRW',
  dhs: 'AED',
  dh: 'AED',
  kč: 'CZK',
};

/** Currency codes that may be next to an amount or in a column of their own. */
const currencyCodes: ReadonlySet<string> = new Set(
  `SGD USD GBP EUR PLN AED MYR AUD NZD HKD CAD JPY CNY INR IDR THB PHP KRW CZK CHF SEK NOK DKK HUF RON TRY ZAR TWD VND
   SAR QAR KWD OMR BHD BRL MXN`.split(/\s+/),
);

/** The ISO code of a currency word (`S$`, `usd`, `£`). The result is undefined when the word is no currency. */
export function findCurrency(word: string): string | undefined {
  const plainWord = word.trim().toLowerCase().replace(/\.$/, '');
  const codeOfWord = Object.hasOwn(currencyCodeByWord, plainWord) ? currencyCodeByWord[plainWord] : undefined;
  const code = plainWord.toUpperCase();
  return codeOfWord ?? (currencyCodes.has(code) ? code : undefined);
}

/**
 * Splits an amount from its currency: `US$ 10,300 ` gives `10,300` in USD. The result is undefined when the text beside
 * the amount is no currency.
 */
export function splitMoney(
  cell: string,
): { readonly numberText: string; readonly currency: string | null } | undefined {
  const amountParts = /^([^\d\s.,'-][^\d]*?)?\s*([\d][\d.,' ]*?)(?:[.,](?:-{1,2}|=))?\s*([^\d\s.,'-][^\d]*)?$/u.exec(
    cell.trim(),
  );
  if (amountParts === null) return undefined;
  const [, wordBefore, number = '', wordAfter] = amountParts;
  const words = [wordBefore, wordAfter].filter((word) => word !== undefined && word !== '');
  const foundCurrencies = words.map((word) => findCurrency(String(word)));
  if (foundCurrencies.includes(undefined)) return undefined;
  const namedCurrency = foundCurrencies.find((code) => code !== listingCurrency) ?? foundCurrencies[0] ?? null;
  return { numberText: number, currency: namedCurrency };
}
