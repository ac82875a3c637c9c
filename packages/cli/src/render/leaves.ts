/** The values of a tree that are not maps, each with its dotted path. */
export function* leaves(value: unknown, path = ''): Generator<{ readonly path: string; readonly value: unknown }> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap || Object.keys(value).length === 0) yield { path, value };
  else for (const [key, item] of Object.entries(value)) yield* leaves(item, path === '' ? key : `${path}.${key}`);
}
