const key = 'carhouse.wish';

/** Remembers the car that a visitor wishes for, in this tab: they log in before the wish is made. */
export function rememberWish(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Without storage the page of the car says after the login how to make the wish.
  }
}

/** Whether the visitor pressed the wish button of this car before they logged in. It is forgotten with the answer. */
export function takeRememberedWish(id: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== id) return false;
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
