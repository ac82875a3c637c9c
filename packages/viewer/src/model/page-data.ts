import type { Contents, FileChanges, Trajectory } from './trajectory.js';

/**
 * The contents of an exported page: gzip of this value's JSON in base64, in `<script type="application/octet-stream" id="data">`.
 * A page of the server has no such element and asks the server (`wire.ts`).
 */
export interface PageData {
  readonly version: 1;
  /** One recording, or two that are compared. */
  readonly recordings: readonly RecordingData[];
  /** When the file was written and what was taken out of it. Shown in the header. */
  readonly exported: { readonly at: number; readonly redacted: readonly string[] };
}

export interface RecordingData {
  readonly trajectory: Trajectory;
  /** By the id of the node. A node without contents is missing. */
  readonly contents: Readonly<Record<number, Contents>>;
  readonly files?: FileChanges | undefined;
}
