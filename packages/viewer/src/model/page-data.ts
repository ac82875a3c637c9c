import type { Contents, FileChanges, Trajectory } from './trajectory.js';

/**
 * The contents of an exported page, in `<script type="application/octet-stream" id="data">`: this value as JSON, gzip and base64. A page of the server has no such element and asks the server (`wire.ts`).
 */
export interface PageData {
  /** One recording, or two that are compared. */
  readonly recordings: readonly RecordingData[];
  /** When the file was written and what was taken out of it. Shown in the header. */
  readonly exported: { readonly at: number; readonly redacted: readonly string[] };
}

export interface RecordingData {
  readonly trajectory: Trajectory;
  /** A node without contents is missing. */
  readonly contents: readonly Contents[];
  readonly files?: FileChanges | undefined;
}
