const storageKey = 'carhouse.wish';

/**
 * Stores in this tab's session storage the car that a visitor wishes for, because they must log in before the wish is
 * made.
 */
export function rememberWish(id: string): void {
  try {
    sessionStorage.setItem(storageKey, id);
  } catch {
    // When storage is not available, the page of the car explains after the login how to add the wish.
  }
}

/**
 * Returns whether the visitor pressed the wish button of this car before they logged in. This function also deletes the
 * stored wish.
 */
export function takeRememberedWish(id: string): boolean {
  try {
    if (sessionStorage.getItem(storageKey) !== id) return false;
    sessionStorage.removeItem(storageKey);
    return true;
  } catch {
    return false;
  }
}
