/**
 * A car as running text names it: its make, then the model as the seller wrote it. Dealers' lists often have the make in the
 * model (`BMW 318i` of BMW, `Mercedes E 200` of Mercedes-Benz): such a title already names the car.
 * @param make in its own spelling, such as `Mercedes-Benz`.
 */
export function carName(make: string, title: string): string {
  return firstWord(title) === firstWord(make) ? title : `${make} ${title}`;
}

/** The text before the first blank or hyphen, in small letters. */
function firstWord(text: string): string | undefined {
  return /^[^\s_-]+/.exec(text.trim().toLowerCase())?.[0];
}
