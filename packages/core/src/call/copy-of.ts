/**
 * Copies a value as `structuredClone` does, several times faster for what JSON has. Contract: the value contains itself nowhere, and its
 * depth is bounded, as that of every input that has passed `inputExcess`.
 */
export function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return isPlain(value) ? value : structuredClone(value);
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // A field called `__proto__` stays a field.
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: copyOf(item), enumerable: true, configurable: true, writable: true });
    else copy[key] = copyOf(item);
  }
  return copy as T;
}

/** Whether a value is its own copy. Functions and symbols have none. */
const isPlain = (value: unknown): boolean => typeof value !== 'function' && typeof value !== 'symbol';
