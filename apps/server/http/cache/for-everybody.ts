/**
 * Values that are the same for all users, because the code that makes them has no access to a user or request. The
 * response cache stores only such values. Such a class has a private constructor and one static method that makes its
 * values.
 */
export abstract class ForEverybody {
  /** For the compiler only: a plain object with the same fields is refused. */
  declare protected readonly madeForNobody: true;

  /** Size in memory, in bytes; at least 1. */
  abstract readonly size: number;
}
