/** In the page: whether React has hydrated the server's HTML. A click before that is lost, on a busy machine. */
export function isHydrated(): boolean {
  const heading = document.querySelector('h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
}
