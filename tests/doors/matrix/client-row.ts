/** The columns of the matrix: what happens to a client, or what it does. */
export const SITUATIONS = ['abort', 'slow reader', 'lost connection', '200 sessions at once', 'hostile client'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** The outcome for a client in a situation, or the reason why the client cannot come into it. */
export type Cell = (() => Promise<void>) | { readonly cannot: string };

/** A client of a protocol in each situation. A cell that is missing does not compile. */
export interface ClientRow {
  readonly client: string;
  readonly cells: Readonly<Record<Situation, Cell>>;
}

/** The cells of some clients that can be played, as rows of a table test. */
export const playedCells = (rows: readonly ClientRow[]) =>
  rows.flatMap(({ client, cells }) =>
    SITUATIONS.flatMap((situation) => {
      const play = cells[situation];
      return typeof play === 'function' ? [{ client, situation, play }] : [];
    }),
  );
