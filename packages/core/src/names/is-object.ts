/** Whether a value is an object with fields: not `null`, not a list. */
export const isObject = <T>(value: T): value is T & Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
