/**
 * Returns the name of a car for use in sentences: its make, then the model as the seller wrote it. Dealers' lists often
 * repeat the make in the model (`BMW 318i` of BMW, `Mercedes E 200` of Mercedes-Benz). A title that begins with the
 * make is returned unchanged.
 * @param make the make in its official spelling, such as `Mercedes-Benz`.
 */
export function carName(make: string, title: string): string {
  return findFirstWord(title) === findFirstWord(make) ? title : `${make} ${title}`;
}

/** Returns the text before the first space or hyphen, in lower case. */
function findFirstWord(text: string): string | undefined {
  return /^[^\s_-]+/.exec(text.trim().toLowerCase())?.[0];
}
