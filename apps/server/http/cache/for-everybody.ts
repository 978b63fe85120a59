/**
 * What is the same for everybody who may see it, because the code that makes it is given no person and no request. The
 * response cache keeps nothing else. A class of such values has a private constructor, and one static method that makes them.
 */
export abstract class ForEverybody {
  /** Only for the compiler: an object with the same fields is none. */
  declare protected readonly madeForNobody: true;

  /** What it takes in memory, in bytes; at least 1. */
  abstract readonly size: number;
}
