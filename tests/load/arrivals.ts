/**
 * The times at which visitors arrive, in milliseconds after the start: a Poisson process, so the pauses between arrivals
 * are exponentially distributed. The times depend on the seed only, and not on when earlier requests are answered.
 * @param rate mean number of arrivals in a second.
 * @param random returns numbers from 0 to less than 1.
 */
export function* makeArrivals(rate: number, seconds: number, random: () => number): Generator<number, void, void> {
  const endMs = seconds * 1_000;
  for (let atMs = drawPauseMs(rate, random); atMs < endMs; atMs += drawPauseMs(rate, random)) yield atMs;
}

function drawPauseMs(rate: number, random: () => number): number {
  return (-Math.log(1 - random()) * 1_000) / rate;
}
