import { findMakeName, makeKey } from '@carhouse/domain/brand/brand-spellings';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { formatBrand } from '../../ui/format.ts';

/** Minimum number of models for which one common name is used. When there are fewer models, each model is named. */
const minModelsForOneName = 6;

/**
 * Names the models that a question selects, by its words or by what their titles have in common: `Hot hatches`,
 * `Mercedes-Benz E-Class`, `BMW 3 Series`, `Tesla Model 3`.
 *
 * @param words the words of the question in lower case
 * @param models the values of the filter, such as `Tesla/Model 3`
 */
export function describeModels(words: readonly string[], models: readonly string[]): string | undefined {
  const question = ` ${words.join(' ').replaceAll('-', ' ')} `;
  if (/ (?:hot|fast|sporty|performance|sports) hatch/.test(question)) return searchResultMessages.hotHatches;
  if (/ (?:executive|exec|boss|towkay|director|ceo|chairman|vip|chauffeur) /.test(question))
    return searchResultMessages.executiveCars;
  if (models.length < minModelsForOneName) return undefined;
  return describeModelClass(words, models) ?? findCommonName(models) ?? describeMakes(words, models);
}

/** Makes whose models have a class or a series in common. */
const brandsWithClassesPattern = /^(?:Mercedes_Benz|BMW)$/;
/** Maximum number of models of a make that are named beside the other makes. */
const namedModelsMaximum = 3;

/**
 * Names the models of several makes: `Audi A4 or BMW`. When the question names only the make, the text also names only
 * the make. The result is undefined when one of the makes has too many models to name them.
 */
function describeMakes(words: readonly string[], models: readonly string[]): string | undefined {
  const brands = [...new Set(models.map((model) => model.slice(0, model.indexOf('/'))))];
  const names = brands.map((brand) => {
    const modelsOfBrand = models.filter((model) => model.startsWith(`${brand}/`));
    if (isMakeNamedAlone(words, brand, modelsOfBrand)) return formatBrand(brand);
    const titles = modelsOfBrand.map((model) => `${formatBrand(brand)} ${model.slice(brand.length + 1)}`);
    return (
      (brandsWithClassesPattern.test(brand) ? describeModelClass(words, modelsOfBrand) : undefined) ??
      findCommonName(modelsOfBrand) ??
      (titles.length > namedModelsMaximum ? undefined : titles.join(searchMessages.empty.or))
    );
  });
  return names.includes(undefined) ? undefined : names.join(searchMessages.empty.or);
}

/** Returns a name without spaces and hyphens, as visitors type it: `c200` for `C 200`. */
const compactName = (name: string): string => name.toLowerCase().replaceAll(/[ -]/g, '');

/** Whether a question names a make that is not followed by one of its models. */
function isMakeNamedAlone(words: readonly string[], brand: string, models: readonly string[]): boolean {
  return words.some((word, at) => {
    const make = findMakeName(makeKey(word));
    const nextWord = words[at + 1] ?? '';
    const isModel =
      /^(?:series|class|model)$/.test(words[at + 2] ?? '') ||
      /^[a-z\d]{1,3}-?(?:series|class)$/.test(nextWord) ||
      models.some(
        (model) => nextWord !== '' && compactName(model.slice(brand.length + 1)).startsWith(compactName(nextWord)),
      );
    return make !== undefined && makeKey(make) === makeKey(brand) && !isModel;
  });
}

/**
 * Returns a name such as `Mercedes-Benz E-Class` or `BMW 3 Series` for models of one make, when the question names such
 * a class.
 */
export function describeModelClass(words: readonly string[], models: readonly string[]): string | undefined {
  const question = ` ${words.join(' ').replaceAll('-', ' ')} `;
  const brand = findCommonBrand(models);
  const [, letters] = / ([a-z]{1,3}) class /.exec(question) ?? / class ([a-z]{1,3}) /.exec(question) ?? [];
  if (brand !== undefined && letters !== undefined && brand !== 'BMW')
    return `${formatBrand(brand)} ${searchResultMessages.carClass(letters.toUpperCase())}`;
  const [, digit] = / ([1-8]) ?series /.exec(question) ?? [];
  if (brand !== undefined && digit !== undefined && brand !== 'Mercedes_Benz')
    return `${formatBrand(brand)} ${searchResultMessages.carSeries(digit)}`;
  return undefined;
}

/**
 * Returns the make and the words with which all titles begin: `Audi A4`. The result is undefined when the titles have
 * no word in common.
 */
export function findCommonName(models: readonly string[]): string | undefined {
  const brand = findCommonBrand(models);
  if (brand === undefined) return undefined;
  const [firstTitle = [], ...otherTitles] = models.map((model) => model.slice(brand.length + 1).split(' '));
  const firstDifferenceIndex = firstTitle.findIndex((word, index) =>
    otherTitles.some((title) => title[index] !== word),
  );
  const commonWords = firstDifferenceIndex < 0 ? firstTitle : firstTitle.slice(0, firstDifferenceIndex);
  // `Model S` and `Model Y` have no name in common.
  if (commonWords.join(' ') === 'Model') {
    const names = [...new Set([firstTitle, ...otherTitles].map((title) => title.slice(0, 2).join(' ')))].toSorted();
    return `${formatBrand(brand)} ${names.join(searchMessages.empty.or)}`;
  }
  return commonWords.length === 0 ? undefined : `${formatBrand(brand)} ${commonWords.join(' ')}`;
}

function findCommonBrand(models: readonly string[]): string | undefined {
  const brands = new Set(models.map((model) => model.slice(0, model.indexOf('/'))));
  const [brand] = brands;
  return brands.size === 1 ? brand : undefined;
}
