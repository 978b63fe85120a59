import { findMakeName, findOtherMakeAtStart, makeKey } from './brand-spellings.ts';

/**
 * How the names of a make's models begin, for the makes of this marketplace (specification, section 9). The names are those of
 * the makers. A name is listed only when no other make of the table has it. Accents and case do not count.
 */
const modelsByMake: Readonly<Record<string, RegExp>> = {
  Audi: /^(?:a[1-8]|s[3-8]|rs ?[3-7]|rs ?q[38]|rs ?e-tron|q[2-8]|sq[5-8]|tts?|tt ?rs|r8|e-tron)\b/,
  BMW: /^(?:[1-8] series|m?[1-8][1-6]\d(?:i|li|xi|ci)|(?:118|218|316|318|320|520)d|(?:330|530|745)e|m[2-8]|x[1-7]m?|xm|z[34]|i[34578]|ix[123]?)\b/,
  Ferrari:
    /^(?:roma|california|portofino|purosangue|laferrari|gtc4lusso|testarossa|amalfi|f8|f12|f12berlinetta|f430|sf90|ff|296|458|488|599|812|12cilindri)\b/,
  Lamborghini: /^(?:huracan|urus|aventador|gallardo|murcielago|revuelto|temerario|diablo|countach)\b/,
  'Mercedes-Benz':
    /^(?:maybach [a-z]{1,3}|(?:mercedes-)?amg (?:gt|[a-z]{1,3} ?\d\d)|[abceglsv]-class|[abceglsv] ?[1-6]\d\d|(?:cla|clc|cle|clk|cls|gla|glb|glc|gle|glk|gls|sl|slc|slk)(?: ?\d{2,3})?|eq[abcesv](?: ?\d{3})?|g ?63|sls|sprinter|vito|viano)\b/,
  'Rolls-Royce':
    /^(?:ghost|phantom|wraith|dawn|cullinan|spectre|silver (?:shadow|spur|seraph|cloud|wraith)|corniche)\b/,
  Tesla: /^(?:model [3sxy]|cybertruck)\b/,
};

/**
 * Returns the make whose model a text names at its start: `Audi` for `A4 2.0 TFSI`. Returns undefined when no make of the
 * table has such a model.
 */
export function findMakeOfModel(text: string): string | undefined {
  const normalisedText = normaliseText(text);
  return Object.keys(modelsByMake).find((make) => modelsByMake[make]?.test(normalisedText));
}

/**
 * Returns the make that the title of a car names when it differs from the chosen make. For the chosen make `BMW` and
 * the title `A4`, `BMW A4` or `Audi A4`, the result is `Audi`. The result is a reason to ask the seller and not to
 * refuse the title, because makers may give new models such a name. Models are compared only between makes of the
 * table: other makes have names such as `X5`, too.
 * @param make the chosen make in any spelling
 */
export function findOtherMake(title: string, make: string): string | undefined {
  const otherMake = findOtherMakeAtStart(title, make);
  if (otherMake !== undefined) return otherMake;
  const chosenMake = findMakeName(makeKey(make));
  if (chosenMake === undefined || modelsByMake[chosenMake] === undefined) return undefined;
  const model = removeMake(title, chosenMake);
  if (modelsByMake[chosenMake].test(normaliseText(model))) return undefined;
  return findMakeOfModel(model);
}

/** The title without the make at its start. */
function removeMake(title: string, make: string): string {
  const words = title.trim().split(/\s+/);
  const wordCountOfMake = [2, 1].find(
    (wordCount) => words.length > wordCount && makeKey(words.slice(0, wordCount).join(' ')) === makeKey(make),
  );
  return words.slice(wordCountOfMake ?? 0).join(' ');
}

function normaliseText(text: string): string {
  return text
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
