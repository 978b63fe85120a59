/** HTML id of the heading of an order, which gets the focus when an action removes its own button. */
export const orderHeadingId = 'order-heading';

export function focusOrderHeading(): void {
  document.getElementById(orderHeadingId)?.focus();
}
