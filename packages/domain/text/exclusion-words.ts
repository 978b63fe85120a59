/** Phrases that exclude what follows them in a question: `not a toyota`, `anything but white`. */
export const exclusionPhrases: readonly string[] =
  "no|not|non|except|except for|without|excluding|dont|don't|do not|dun|avoid|other than|anything but|anything other than|any but|anything except|apart from|aside from|nothing|neither|none of|no need for|hate|dislike|not keen on|not interested in|not looking for|not into|not ok with|rather not|exclude|excludes|dowan|don want|stay away from|everything except|won't consider|wont consider".split(
    '|',
  );

/** Phrases that exclude what stands before them: `diesel no need`, `white also don't want`. */
export const trailingExclusionPhrases: readonly string[] =
  "no need|no want|not want|dun want|dun wan|dont want|don't want|do not want|don want|dowan|not wanted|not needed|not required|not necessary|is not needed|dun need|don't need|dont need|do not need|not ok|not okay|not good|not interested|no thanks|no thank you|cannot|no|is out|out|no go|not for me|not preferred|don't like|dont like|dun like|do not like|never".split(
    '|',
  );

/** Words between the excluded thing and such a phrase. */
export const trailingExclusionFillers: ReadonlySet<string> = new Set(
  'also|really|all|i|we|car|cars|one|ones|is|are|please|pls'.split('|'),
);

/** Words between such a phrase and the excluded thing: `dont want diesel`. */
export const exclusionFillers: ReadonlySet<string> = new Set(
  'a|an|the|any|want|wan|like|need|in|from|too|be|colour|color|really|also|consider'.split('|'),
);

/** Words between two excluded things: `not black or white`. */
export const exclusionJoiningWords: ReadonlySet<string> = new Set(['or', 'nor', 'and', '&', 'n', '/']);
