import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ClaudeEntry, claudeEntry, claudeProjectKey, claudeProjects, claudeText } from '@loadout/command';
import { messageOf } from '@loadout/core';

export interface Transcript {
  /** The id of the session. */
  readonly id: string;
  readonly isSubagent: boolean;
  readonly entries: Iterable<ClaudeEntry>;
}

export interface TranscriptPlace {
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The transcripts of Claude Code for a folder, those of subagents behind the session. They lie in the person's own folder, never in the
 * project. Two folders can have transcripts in one place, so a session counts if it began in this folder. A transcript that cannot be
 * read is its path with the reason.
 */
export function* claudeTranscripts({ workspace, env }: TranscriptPlace): Generator<Transcript | string> {
  const folder = join(claudeProjects(env), claudeProjectKey(workspace));
  for (const file of transcriptsIn(folder)) {
    const bytes = bytesOf(file);
    if (typeof bytes === 'string') yield bytes;
    else if (beganIn(bytes) === workspace) {
      const id = basename(file, '.jsonl');
      yield { id, isSubagent: false, entries: entriesIn(bytes) };
      for (const below of transcriptsIn(join(folder, id, 'subagents'))) {
        const more = bytesOf(below);
        yield typeof more === 'string' ? more : { id, isSubagent: true, entries: entriesIn(more) };
      }
    }
  }
}

/** The regular files of a folder: a link leads to what may be anybody's. */
function transcriptsIn(folder: string): readonly string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    const files = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && one.name.endsWith('.jsonl'));
    return files.map(({ name }) => join(folder, name)).sort();
  } catch {
    return [];
  }
}

function bytesOf(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch (error) {
    return `${file}: ${messageOf(error)}`;
  }
}

/** The working folder of the first entry that names one. */
function beganIn(bytes: Buffer): string | undefined {
  for (const { cwd } of entriesIn(bytes)) if (claudeText(cwd) !== undefined) return claudeText(cwd);
  return undefined;
}

/** The entries of the whole lines. A line is decoded by itself, since a long transcript is more than a text can hold. */
function* entriesIn(bytes: Buffer): Generator<ClaudeEntry> {
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const entry = claudeEntry(bytes.toString('utf8', start, end));
    start = end + 1;
    if (entry !== undefined) yield entry;
  }
}
