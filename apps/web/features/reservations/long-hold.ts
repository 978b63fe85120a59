/** Maximum time for which a payment holds a car, in milliseconds: fifteen minutes. */
const paymentHoldMs = 15 * 60_000;

/**
 * Whether the hold on a car is a reservation for days or the turn of a buyer in the queue, and not a hold for a
 * payment. In the last fifteen minutes of a reservation, its end does not show whether the hold is a reservation or a
 * payment.
 */
export function isLongHold(endTime: string, now = Date.now()): boolean {
  return Date.parse(endTime) - now > paymentHoldMs;
}
