import type { Head, TreeNode } from './trajectory.js';

/**
 * The requests of the page to its server, all relative to the page's own address. Each request but the first carries the key in
 * `Authorization: Bearer KEY`.
 *
 * - `POST api/open` with `{ token }`, the page's fragment without its `#`: `{ key, recordings: number, rules: boolean }`, the last one
 *   whether there are rules of a project to show. A token is good once; the page keeps the key for reloads in `sessionStorage`.
 * - `GET api/rules`: a `RulesAnswer`.
 * - `GET api/recordings/N`: a `Trajectory`.
 * - `GET api/recordings/N/contents/ID`: `Contents`.
 * - `GET api/recordings/N/files`: `FileChanges`.
 * - `GET api/recordings/N/search?q=TEXT`: `{ ids: number[], more: boolean }`, the nodes whose contents have the text.
 * - `GET api/recordings/N/events`: server-sent events, read with `fetch`, each with an id and continued with `Last-Event-ID`.
 *   The data of each is a `LiveEvent`.
 */
export type LiveEvent =
  /** Nodes that are new, or that replace the node of the same id. */
  | { readonly type: 'nodes'; readonly nodes: readonly TreeNode[] }
  | { readonly type: 'head'; readonly head: Head }
  /** The file was replaced: the page asks for the trajectory again, and stays connected. */
  | { readonly type: 'anew' }
  /** The end: nothing more comes. */
  | { readonly type: 'end' };

export interface Opened {
  readonly key: string;
  readonly recordings: number;
  readonly rules: boolean;
}

export interface Found {
  readonly ids: readonly number[];
  readonly more: boolean;
}
