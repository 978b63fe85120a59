import type { Vocabulary } from '../../text/vocabulary.ts';
import type { Filter } from './phrase-match.ts';

/** For a colour that no car on sale has, the nearest colours. */
const nearColoursByColour: Readonly<Record<string, string>> = {
  pink: 'red purple rose',
  rose: 'red purple pink gold',
  purple: 'blue red',
  violet: 'purple blue',
  burgundy: 'red maroon brown',
  maroon: 'red burgundy brown',
  red: 'maroon burgundy orange',
  orange: 'red yellow bronze',
  yellow: 'gold orange',
  gold: 'bronze yellow beige champagne',
  bronze: 'brown gold orange',
  brown: 'bronze beige maroon',
  tan: 'beige brown bronze',
  beige: 'white brown champagne gold',
  cream: 'beige white champagne',
  champagne: 'beige gold silver',
  teal: 'green blue',
  turquoise: 'blue green',
  green: 'blue teal',
  blue: 'navy purple',
  navy: 'blue black',
  silver: 'grey white',
  grey: 'silver black',
  gray: 'grey silver black',
  black: 'grey navy',
  white: 'silver beige cream',
};

/** The colours on sale that are nearest to a colour. */
export function findSimilarColours(colour: string, vocabulary: Vocabulary): readonly Filter[] {
  const [first = ''] = colour.toLowerCase().split(/[ /-]/);
  const names = new Set(
    (Object.hasOwn(nearColoursByColour, first) ? (nearColoursByColour[first] ?? '') : '').split(' '),
  );
  return vocabulary
    .listValues('colour')
    .filter(({ tokens }) => tokens.some((token) => names.has(token)))
    .map(({ value }): Filter => ({ name: 'colour', value }));
}
