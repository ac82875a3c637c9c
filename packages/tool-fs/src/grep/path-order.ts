/** The order in which a sorted walk meets paths: name by name, so `a/b` comes before `a.txt`. */
export function inPathOrder<T extends { readonly path: string }>(items: readonly T[]): readonly T[] {
  // No character of a name comes before this one.
  const keyed = items.map((item) => ({ item, key: item.path.replaceAll('/', '\0') }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
