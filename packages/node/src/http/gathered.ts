/** A piece of fewer bytes costs less to copy than to send by itself. */
const SMALL = 4096;

/** Joins small pieces with their neighbours. Large ones, of which the conversation is the largest, are not copied. */
export function gathered(pieces: readonly Buffer[]): readonly Buffer[] {
  const made: Buffer[] = [];
  let small: Buffer[] = [];
  const join = () => {
    if (small.length > 0) made.push(small.length === 1 && small[0] !== undefined ? small[0] : Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    if (piece.length < SMALL) small.push(piece);
    else {
      join();
      made.push(piece);
    }
  }
  join();
  return made;
}
