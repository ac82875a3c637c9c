import { errors } from '../errors.js';

/** Task id -> the ids that it waits for. */
export type Links = ReadonlyMap<string, readonly string[]>;

export interface Link {
  readonly waiting: string;
  readonly first: string;
}

/** The links with more of them, each once. Throws TASK_CYCLE when a task would come to wait for itself. Source: TOOL-TASK-05. */
export function withLinks(links: Links, added: readonly Link[]): Links {
  const result = new Map(links);
  for (const { waiting, first } of added) {
    const back = pathBetween(first, waiting, result);
    if (back !== undefined) throw errors.TASK_CYCLE({ path: [waiting, ...back] });
    result.set(waiting, [...new Set([...(result.get(waiting) ?? []), first])]);
  }
  return result;
}

/** The way from one task along all that it waits for to another, both ends included. */
function pathBetween(from: string, to: string, links: Links): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of cameFrom.keys()) {
    if (id === to) return [...wayBack(id, cameFrom)].reverse();
    for (const next of links.get(id) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, id);
  }
  return undefined;
}

function* wayBack(end: string, cameFrom: ReadonlyMap<string, string | undefined>): Generator<string> {
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) yield id;
}
