/** Whether a value is an object with fields: not `null`, not a list. */
export const isObject = <T>(value: T): value is T & Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a key as a step of a JSON pointer, without the `/` before it. Source: RFC 6901. */
export const pointerKey = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the keys of a JSON pointer. */
export const pointerKeys = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
