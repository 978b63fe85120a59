const shortCellReason =
  'readerOf gives it 100 characters of a cell at the most (packages/importer/read/field-readers.ts)';
const ownFilesReason = 'It reads names and output of our own programs';

/**
 * Regular expressions that recheck cannot prove to be linear. The text beside each expression gives the reason why no
 * input can make its match slow.
 */
export const reasonByUnprovenPattern: Readonly<Record<string, string>> = {
  '/^(.*\\d[a-z]*)-(\\$?\\d.*)$/':
    'A word of a search of at most 60 characters (packages/search/query/understanding/number-phrases.ts)',
  '/\\B(?=(\\d{3})+$)/g': 'Digits of an amount, which is a number of ours',
  '/^(postmaster\\.(pid|opts)|pg_wal\\/.*|pg_(replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\\/.*|(.*\\/)?pgsql_tmp.*)$/':
    ownFilesReason,
  '/\\..*$/': ownFilesReason,
  '/spawn .*(EPERM|EINVAL)/': ownFilesReason,
  '/^\\s*(\\S+)\\s+(\\S+\\s+\\S+\\s+\\d+\\s+[\\d:]+\\s+\\d+)\\s+(.*)$/m': ownFilesReason,
  '/could not bind .*: Address already in use/': ownFilesReason,
  "/^([^\\d\\s.,'-][^\\d]*?)?\\s*([\\d][\\d.,' ]*?)(?:[.,](?:-{1,2}|=))?\\s*([^\\d\\s.,'-][^\\d]*)?$/u":
    shortCellReason,
  "/^(\\d[\\d.,' ]*?)\\s*(cc|cm3|cm³|ccm|l|ltr|litres?|liters?)?\\.?$/i": shortCellReason,
  '/\\s*[,(]?\\s*\\b(?:neg(?:o|otiable)?|nett?|o\\.?n\\.?o|o\\.?b\\.?o|fixed|firm|only|cash|drive ?away|all in|incl?\\.? gst)\\b\\.?\\)?\\s*$|(?<=\\d)\\s*\\/-+\\s*$/i':
    shortCellReason,
  "/^\\s*(?:S?\\$)?\\s*[\\d.,' ]+$/": shortCellReason,
  '/^(?:[^\\d(]{0,3}-[^\\d]{0,3}\\d|\\(.*\\d.*\\)$)/': shortCellReason,
  '/[|;\\n]+|,\\s*(?=\\S)|\\s+(?=https?:)/':
    'cleanCell leaves no two blanks in a row before it (packages/importer/read/clean-cell.ts)',
  '/\\/+$/': 'An address that the operator of the server writes',
  '/("(?:password|newPassword|oldPassword|token|accessToken|client_secret|clientSecret|cookie|authorization|set-cookie|stripe-signature|cvc|detail|where|parameters)":)("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])/gi':
    'A line of JSON: inside of texts, quotes are escaped, so only names of fields begin a match',
  '/((?:pi|seti)_\\w{1,100}?_secret_)\\w+/g': 'At most 100 characters from each start',
  '/@font-face\\s*\\{[^{}]*url\\([^{}]*\\}/g': 'Our own style sheets, while the web app is built',
  '/import\\s*\\{([^}]*)\\}\\s*from\\s*["\']lucide-react["\']/': 'Our own sources, while the web app is built',
  '/<([^>]+)>; rel="next"/': 'A header of our own server, in the browser',
  '/([a-zA-Z_]\\w*)="((?:[^"\\\\]|\\\\.)*)"/g': 'Labels of our own metrics, of which no value is a text of a client',
};

/**
 * The only files that create a regular expression from a string. The text beside each file gives the reason why the
 * string is not user input.
 */
export const reasonsByPatternFile: Readonly<Record<string, string>> = {
  'apps/server/http/errors/not-found.ts': 'Paths of our own routes, where each parameter is one part of the path',
  'apps/web/build/build-styles.ts': 'Names of properties of our own style sheets',
  'apps/stripe-sandbox/cards/read-card.ts': 'Digits of one length or another',
  'packages/search/query/understanding/amounts-in-words.ts': 'The number words of our own lists',
  'packages/search/query/understanding/trade-vocabulary.ts': 'The digits of series of models',
};
