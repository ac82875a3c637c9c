import type { Contents, FileChanges, Trajectory, TreeNode } from './trajectory.js';
import type { Found } from './wire.js';

/** A recording that is read: its skeleton in memory, its contents where they lie. */
export interface Recording {
  /** The current state. */
  readonly trajectory: Trajectory;
  contents(id: number): Promise<Contents>;
  files(): Promise<FileChanges>;
  /** The nodes whose contents have the text, at most `limit`. */
  search(text: string, limit: number): Promise<Found>;
  /** Reads what was appended. Resolves to the nodes that are new or changed; `anew`: the file was replaced, and all is new. */
  more(): Promise<readonly TreeNode[] | 'anew'>;
  close(): Promise<void>;
}
