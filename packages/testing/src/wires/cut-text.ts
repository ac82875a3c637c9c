/** A text in deltas of at most `size` characters; in one if there is no size, in none if it is empty. */
export function cutText(text: string, size: number | undefined): readonly string[] {
  if (size === undefined || text.length <= size) return text === '' ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
}
