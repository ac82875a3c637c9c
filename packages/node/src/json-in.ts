/** Returns the value of a JSON text, or `undefined` for any other text: no JSON has that value. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
