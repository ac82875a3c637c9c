/** The levels of lists and maps of a JSON value. Counts no further than one more than `most`. */
export function depthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || most < 0) return 0;
  let deepest = 0;
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, most - 1));
  return deepest + 1;
}
