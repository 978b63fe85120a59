import type { Vocabulary } from '../../text/vocabulary.ts';
import { findBareYear } from './number-phrases.ts';
import type { PhraseMatch } from './phrase-match.ts';
import type { Token } from './tokens.ts';

/**
 * Reads `2008` as a year unless it is the name of a model. When the text names brands, only the models of these brands
 * count; otherwise the models of all brands count.
 */
export function readYearAt(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
  brands: ReadonlySet<string>,
): PhraseMatch | null {
  const models = vocabulary.findBrandsWithModelToken(tokens[at]?.name ?? '');
  const mayBeModel = brands.size === 0 ? models.size > 0 : [...models].some((brand) => brands.has(brand));
  return mayBeModel ? null : findBareYear(tokens, at);
}
