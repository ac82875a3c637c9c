/** The texts of a configuration are few, but a rule is proposed for each call of a model, and a server works for weeks. */
const MOST = 2_000;

/** Returns the function with its results kept by text. All are forgotten when they are too many. */
export function remembering<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
