import { findHighlights } from '@carhouse/domain/text/highlight';
import type { ReactElement } from 'react';

/** Renders a text in which the searched words are highlighted. */
export function HighlightedText({
  text,
  words,
}: {
  readonly text: string;
  readonly words: readonly string[];
}): ReactElement {
  const ranges = findHighlights(text, words);
  const rangeStarts = [0, ...ranges.map(({ to }) => to)];
  return (
    <>
      {rangeStarts.map((start, index) => {
        const range = ranges[index];
        return (
          <span key={start}>
            {text.slice(start, range?.from)}
            {range === undefined ? null : <mark>{text.slice(range.from, range.to)}</mark>}
          </span>
        );
      })}
    </>
  );
}
