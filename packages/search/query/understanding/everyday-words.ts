/**
 * Frequent words of English that say nothing about a car. Such a word is never searched when other words of the text
 * were understood. The word is also never named as not used. Words with a meaning in the trade are in
 * trade-vocabulary.ts.
 */
const everydayWords: ReadonlySet<string> = new Set(
  `able ago ahead again against almost alone along already always among amount anyhow anyway anywhere apart appreciate
  arrive ask asking away back bad basically become been before begin behind being believe below beside besides better
  between beyond bit bought break breaks bring bringing brings brother brothers build built busy call came cannot carry
  carrying case cause certain change check child choice choose city claim class close come comes coming common complete
  concern consider considering cousin current currently cut dad daddy date daughter day days dead decent decide definitely
  depend desire different difficult doing done down downtown during early earn easily either else end enjoy enough entire
  especially even evening ever exactly example expect experience extra fact fair fall family far father feel felt few fill
  final finally fine finish first five fix follow following forever forget forward found four frequent friday friend
  friends full further future general generally gets getting gift girl given gives giving goes going gone grow grown guess
  guy guys half hand handle happen happy hard hate hear heard heart hence here herself himself hold holding holiday
  holidays home hope hoping hour hours house however idea imagine important indeed instead interested issue issues job join
  joining keep keeping kept kid kind kindly knew know known lady last late later latest least leave leaving less letting
  level life light likely line little live lives living located long longer looks lose lots love loves main mainly making
  man married matter mean means meet men mid mind mine minute minutes moment monday money month months mostly mother move
  moving mum mummy myself name nearly necessary needed never next night nine nobody none normal normally notice nothing
  number occasional occasionally often once ones onto ordinary original otherwise ourselves own part particular past
  paying people perhaps person pick picking place places plan planning plus point pregnant prefers problem problems
  proper properly provide provided provides pull purpose purposes put quick quickly rather reach read real really reason
  reasonable reasonably recently regular regularly remain replace replacing require required requires rest retire retired
  right road roads room run running runs said same saturday save saw say saying says school second see seem seen sees send
  seniors sent sept seven several shall share sharing she shop shopping side similar simple simply since single sister six
  sixty size slow sons soon sort sounds speak spend spending start started starting stay stayed stays step stop strong
  students such suggestion suggestions sunday sure switch table talk teach tell ten tend thanks themselves therefore thick
  think thinking third though thought through thus till tired together told tomorrow tonight too took top total touch
  toward towards travel travelling travels tried trip trips trouble true try trying tuesday turn twice uncle under
  understand unless until upcoming update upgrade upgrading upon using usual usually various versus visit visiting wait
  waiting walk want wednesday week weekly weeks went were whatever whenever wherever whether while whole whose why wide
  wish without woman women won wonder word words works world worry would write yes yesterday yet young yourself
  sales gear passed pass passing license licence passed pass passing license licence aunt aunties baby boyfriend colleague colleagues couple couples customer customers fiance fiancee grandchildren kids
  changing changed scrapping switching switch swapping swap drove owned own owning existing present previous previously retiring
  colour colours color colors fuel body litres include everything everyone everybody someone something somebody ideal sell sold coast beach sea seaside plan
  planning rather relocate arrive settle country abroad overseas expat leave locate situate recommend suggest
  consider equal possible regard mention specific particular absolute honest exact proper suppose afford manage
  provide require offer receive accept allow appear assume attend avoid become belong calculate cause compete
  complain confirm continue create deal describe discover discuss ensure enter examine exist explain explore express
  gather hurry increase inform intend introduce invest involve jump listen maintain obtain occur organise prepare
  present promise prove purpose raise reach realise recognise refer relate remain remember remove report respond rest
  result reveal select send separate settle share shout solve sort struggle succeed suffer supply support surprise
  survive thank throw touch trust visit wake wonder worry
  budget many dunno currently downsize downsizing upgraded traded replaced
  compare compared comparing comparison stock stocks
  pay
  newly wed newlywed newlyweds retire retired retiree relax relaxing relaxed uni university poly parent uncles wives husband husbands toddlers teenager teenagers twin twins`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** A pronoun and its verb, or a verb and `not`: `we've`, `what's`, `didn't`. */
const contractionPattern =
  /^(?:[a-z]{1,6}'(?:ve|d|ll|re|m|s)|[a-z]{2,6}n't|ive|youve|weve|theyve|whats|thats|theres|heres|lets|hows|wheres|whos)$/;
const pronounPattern =
  /^(?:i|you|he|she|we|they|it|what|that|there|here|who|where|how|when|let|this|one|everyone|someone)'/;

/**
 * Whether a word, in lower case, says nothing about a car. A form of such a word says nothing about a car, either:
 * `moved`, `including`.
 */
export function isEverydayWord(word: string): boolean {
  if (everydayWords.has(word)) return true;
  if (contractionPattern.test(word)) return !word.endsWith("'s") || pronounPattern.test(word);
  return word.length > maxShortWordLength && listBaseForms(word).some((base) => everydayWords.has(base));
}

/** Shorter words may be names instead of forms of a word. */
const maxShortWordLength = 4;

/** The words that a word may be a form of: `move` of `moved`, `plan` of `planning`, `try` of `tries`. */
function listBaseForms(word: string): readonly string[] {
  const [, stem = '', ending] = /^([a-z]{3,})(ing|ed|ies|es|s|ly)$/.exec(word) ?? [];
  if (ending === undefined) return [];
  const single = /([a-z])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  return ending === 'ies' ? [`${stem}y`] : [stem, `${stem}e`, ...single];
}
