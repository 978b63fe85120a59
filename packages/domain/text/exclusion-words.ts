/** Phrases that exclude what follows them in a question: `not a toyota`, `anything but white`. */
export const exclusionPhrases: readonly string[] =
  "no|not|non|except|except for|without|excluding|dont|don't|do not|dun|avoid|other than|anything but|anything other than|any but|anything except|apart from|aside from|nothing|neither|none of".split(
    '|',
  );

/** Words between such a phrase and the excluded thing: `dont want diesel`. */
export const exclusionFillers: ReadonlySet<string> = new Set(
  'a|an|the|any|want|wan|like|need|in|from|too|be|colour|color'.split('|'),
);

/** Words between two excluded things: `not black or white`. */
export const exclusionJoiningWords: ReadonlySet<string> = new Set(['or', 'nor', 'and', '&', 'n', '/']);
