/** The sign before a model in a filter that excludes the model: `!Toyota/Alphard` finds all cars but the Alphard. */
const exclusionPrefix = '!';

/** Returns the value of the model filter that finds all cars except those of a model, such as `Toyota/Alphard`. */
export function makeExclusionFilter(model: string): string {
  return exclusionPrefix + model;
}

/** Returns the model that a value of the model filter excludes; undefined for a value that finds a model. */
export function readExcludedModel(value: string): string | undefined {
  return value.startsWith(exclusionPrefix) ? value.slice(exclusionPrefix.length) : undefined;
}

/** Whether a value of a filter excludes a model. */
export function isExcludedModel(value: string): boolean {
  return value.startsWith(exclusionPrefix);
}
