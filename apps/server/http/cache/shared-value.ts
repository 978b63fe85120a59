/**
 * Base class of values that are the same for all users, because the code that makes them has no access to a user or request.
 * The response cache accepts only such values. A subclass has a private constructor and one static method that makes its
 * values.
 */
export abstract class SharedValue {
  /** This field exists only for the type check: the compiler then rejects a plain object with the same fields. */
  declare protected readonly isSharedAnswer: true;

  /** Size in memory, in bytes; at least 1. */
  abstract readonly size: number;
}
