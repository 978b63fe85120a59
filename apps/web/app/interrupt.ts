/** Leaves a loader with one of the router's signals, `redirect(…)` or `notFound()`, which are thrown but are no errors. */
export function interrupt(signal: unknown): never {
  throw signal;
}
