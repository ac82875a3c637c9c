import type { SessionChange, SessionChanges } from '@loadout/checkpoints';
import { below } from '../build/call-title.js';
import type { Contents, FileChange, FileChanges, TreeNode } from '../model/trajectory.js';

interface Parts {
  /** The changes by the checkpoints of the session; `undefined`: they cannot be read. */
  readonly kept: SessionChanges | undefined;
  readonly cwd: string | undefined;
  readonly nodes: readonly TreeNode[];
  contents(id: number): Promise<Contents>;
}

/** The tools whose inputs name the file that they change. */
const WRITERS: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit']);

/** All files that a session changed: by its checkpoints, else as its calls asked for them. */
export async function fileChanges({ kept, cwd, nodes, contents }: Parts): Promise<FileChanges> {
  const calls = nodes.filter((node) => node.kind === 'call' && node.state === 'done' && WRITERS.has(node.tool));
  const asked = (await Promise.all(calls.map(({ id }) => contents(id)))).flatMap(({ files = [] }) => files);
  if (kept?.isKept !== true) return { source: 'calls', isPartial: false, files: asked };
  const callsOf = (path: string) => asked.filter((one) => one.path === path).flatMap((one) => one.calls);
  return { source: 'checkpoints', isPartial: kept.isPartial, files: kept.files.map((file) => changeOf(file, { cwd, callsOf })) };
}

function changeOf(
  { path: whole, before, after, unknown }: SessionChange,
  { cwd, callsOf }: { readonly cwd: string | undefined; readonly callsOf: (path: string) => readonly number[] },
): FileChange {
  const path = below(whole, cwd);
  const change = after === undefined ? 'deleted' : before === undefined && unknown === undefined ? 'created' : 'changed';
  const of = { path, change, calls: callsOf(path) } as const;
  if (unknown !== undefined) return { ...of, note: unknown };
  const texts = [before, after].map((bytes) => (bytes === undefined ? undefined : textOf(bytes)));
  if (texts.some((text) => text === null)) return { ...of, note: `no text, or longer than ${MOST_BYTES} bytes` };
  return { ...of, before: texts[0] ?? undefined, after: texts[1] ?? undefined };
}

/** The longest file that is shown. */
const MOST_BYTES = 200_000;

/** The text of a file; `null` for a file that is none, or too long to be shown. */
function textOf(bytes: Buffer): string | null {
  if (bytes.length > MOST_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
