const key = 'carhouse.wish';

/** Remembers in this tab the car that a visitor wishes for, because they must log in before the wish is made. */
export function rememberWish(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Without storage, the page of the car explains after the login how to make the wish.
  }
}

/**
 * Returns whether the visitor pressed the wish button of this car before they logged in. The remembered wish is deleted by
 * this call.
 */
export function takeRememberedWish(id: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== id) return false;
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
