import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { brandName } from '../../ui/format.ts';

/** Minimum number of models that one name stands for. Fewer models are named one by one. */
const namedModelsMinimum = 6;

/**
 * Names the models that a question selects, by its words or by what their titles have in common: `Hot hatches`,
 * `Mercedes-Benz E-Class`, `BMW 3 Series`, `Tesla Model 3`.
 *
 * @param words the words of the question in lower case
 * @param models the values of the filter, such as `Tesla/Model 3`
 */
export function nameOfModels(words: readonly string[], models: readonly string[]): string | undefined {
  const question = ` ${words.join(' ').replaceAll('-', ' ')} `;
  if (/ (?:hot|fast|sporty|performance|sports) hatch/.test(question)) return searchResultMessages.hotHatches;
  if (/ (?:executive|exec|boss|towkay|director|ceo|chairman|vip|chauffeur) /.test(question))
    return searchResultMessages.executiveCars;
  if (models.length < namedModelsMinimum) return undefined;
  return nameOfClass(words, models) ?? nameInCommon(models) ?? namesOfMakes(words, models);
}

/** Makes whose models have a class or a series in common. */
const hasClasses = /^(?:Mercedes_Benz|BMW)$/;
/** Maximum number of models of a make that are named beside the other makes. */
const namedModelsMaximum = 3;

/**
 * `Audi A4 or BMW` for the models of several makes, where the question names a make alone. Undefined when the models of
 * another make are too many to be named.
 */
function namesOfMakes(words: readonly string[], models: readonly string[]): string | undefined {
  const brands = [...new Set(models.map((model) => model.slice(0, model.indexOf('/'))))];
  const names = brands.map((brand) => {
    const ofBrand = models.filter((model) => model.startsWith(`${brand}/`));
    if (isNamedAlone(words, brand, ofBrand)) return brandName(brand);
    const titles = ofBrand.map((model) => `${brandName(brand)} ${model.slice(brand.length + 1)}`);
    return (
      (hasClasses.test(brand) ? nameOfClass(words, ofBrand) : undefined) ??
      nameInCommon(ofBrand) ??
      (titles.length > namedModelsMaximum ? undefined : titles.join(searchMessages.empty.or))
    );
  });
  return names.includes(undefined) ? undefined : names.join(searchMessages.empty.or);
}

/** A name as it is typed: `c200` for `C 200`. */
const joined = (name: string): string => name.toLowerCase().replaceAll(/[ -]/g, '');

/** Whether a question names a make that is not followed by one of its models. */
function isNamedAlone(words: readonly string[], brand: string, models: readonly string[]): boolean {
  return words.some((word, at) => {
    const make = findMakeName(makeKey(word));
    const next = words[at + 1] ?? '';
    const isModel =
      /^(?:series|class|model)$/.test(words[at + 2] ?? '') ||
      /^[a-z\d]{1,3}-?(?:series|class)$/.test(next) ||
      models.some((model) => next !== '' && joined(model.slice(brand.length + 1)).startsWith(joined(next)));
    return make !== undefined && makeKey(make) === makeKey(brand) && !isModel;
  });
}

/** `Mercedes-Benz E-Class` or `BMW 3 Series` for models of one make, when the question names such a class. */
export function nameOfClass(words: readonly string[], models: readonly string[]): string | undefined {
  const question = ` ${words.join(' ').replaceAll('-', ' ')} `;
  const brand = commonBrandOf(models);
  const [, letters] = / ([a-z]{1,3}) class /.exec(question) ?? / class ([a-z]{1,3}) /.exec(question) ?? [];
  if (brand !== undefined && letters !== undefined && brand !== 'BMW')
    return `${brandName(brand)} ${searchResultMessages.carClass(letters.toUpperCase())}`;
  const [, digit] = / ([1-8]) ?series /.exec(question) ?? [];
  if (brand !== undefined && digit !== undefined && brand !== 'Mercedes_Benz')
    return `${brandName(brand)} ${searchResultMessages.carSeries(digit)}`;
  return undefined;
}

/** The make and the words with which all titles begin: `Audi A4`. Undefined when they have no word in common. */
export function nameInCommon(models: readonly string[]): string | undefined {
  const brand = commonBrandOf(models);
  if (brand === undefined) return undefined;
  const [first = [], ...others] = models.map((model) => model.slice(brand.length + 1).split(' '));
  const firstDifferenceIndex = first.findIndex((word, index) => others.some((title) => title[index] !== word));
  const common = firstDifferenceIndex < 0 ? first : first.slice(0, firstDifferenceIndex);
  return common.length === 0 ? undefined : `${brandName(brand)} ${common.join(' ')}`;
}

function commonBrandOf(models: readonly string[]): string | undefined {
  const brands = new Set(models.map((model) => model.slice(0, model.indexOf('/'))));
  const [brand] = brands;
  return brands.size === 1 ? brand : undefined;
}
