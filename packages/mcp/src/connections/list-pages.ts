/** The most items of a list that are kept. A longer list is a fault of the server, and would overwhelm the model. */
const MOST_ITEMS = 1_000;
const MOST_PAGES = 100;

export interface Listed {
  readonly items: readonly unknown[];
  /** Why the list is not whole. */
  readonly problem?: string | undefined;
}

type FetchPage = (cursor: string | undefined) => Promise<unknown>;

/** Reads a paginated list to its end or to a limit, and reports the limit. Throws the errors of `fetchPage`. Source: MCP-10. */
export async function listPages(field: string, fetchPage: FetchPage): Promise<Listed> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { entries, next, problem } = readPage(await fetchPage(cursor), field);
    const room = MOST_ITEMS - items.length;
    items.push(...entries.slice(0, room));
    if (problem !== undefined) return { items, problem };
    if (entries.length > room || (entries.length === room && next !== undefined))
      return { items, problem: `it lists more than ${MOST_ITEMS} ${field}; the rest is left out` };
    if (next === undefined) return { items };
    if (cursors.has(next)) return { items, problem: `its list of ${field} comes back to the same page` };
    if (page === MOST_PAGES) return { items, problem: `its list of ${field} has more than ${MOST_PAGES} pages` };
    cursors.add(next);
    cursor = next;
  }
}

function readPage(page: unknown, field: string): { entries: readonly unknown[]; next?: string | undefined; problem?: string } {
  const fields = typeof page === 'object' && page !== null ? (page as Record<string, unknown>) : {};
  const entries = fields[field];
  if (!Array.isArray(entries)) return { entries: [], problem: `its answer holds no list of ${field}` };
  const { nextCursor } = fields;
  return { entries, next: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
