/** In the page: whether React has taken the server's HTML over. A click before that is lost, on a busy machine. */
export function cameToLife(): boolean {
  const heading = document.querySelector('h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
}
