import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { SessionChange, SessionChanges } from '@loadout/checkpoints';
import { changeLines, lineDiff, plural, printable, printableJson } from '@loadout/command';
import { type CheckpointedSession, inHome } from '@loadout/core/run';
import { neededPackage } from '@loadout/runner';
import type { diff } from '../arguments/inspect-definitions.js';
import type { Io } from '../io.js';
import { workplaceOf } from '../load/session-folder.js';
import { findSession } from '../sessions/find-session.js';
import { type WrittenFile, writtenFiles } from '../sessions/written-files.js';
import type { Command } from './command.js';

/** Shows the files that a session changed. The exit code is 0 whether or not there are changes. */
export const execute: Command<typeof diff> = async ({ positionals: [given = 'latest'], flags }, io) => {
  const place = await workplaceOf(flags, io);
  const { id, session } = findSession(given, place);
  const { isKept, isPartial, files } = await changesOf(session.header);
  const calls = isKept
    ? []
    : writtenFiles(session.messages).map((one) => ({ ...one, path: resolve(session.cwd, inHome(one.path, io.env.HOME)) }));
  const from = { cwd: place.workspace };
  if (flags.json) io.out(`${printableJson(jsonOf({ id, isKept, isPartial, files, calls }, from), 2)}\n`);
  else if (isKept) showFiles({ files, isPartial }, { io, ...from });
  else showCalls(calls, { io, ...from });
  return 0;
};

/** Only a session with checkpoints needs their package. Throws PACKAGE_NOT_INSTALLED. */
async function changesOf(header: CheckpointedSession): Promise<SessionChanges> {
  if (!existsSync(join(header.artifactDir, 'checkpoints'))) return { isKept: false, isPartial: false, files: [] };
  const needs = 'loadout diff of a session with checkpoints';
  const { changesOfSession } = await neededPackage<typeof import('@loadout/checkpoints')>('@loadout/checkpoints', { needs });
  return changesOfSession(header);
}

interface Around {
  readonly io: Io;
  readonly cwd: string;
}

function showFiles(
  { files, isPartial }: { readonly files: readonly SessionChange[]; readonly isPartial: boolean },
  { io, cwd }: Around,
): void {
  for (const file of files) {
    const text = textsOf(file);
    io.out(`${io.paint('bold', printable(`${relative(cwd, file.path)}  ${wordOf(file)}`))}\n`);
    if (typeof text === 'string') io.out(`  (${printable(text)})\n`);
    else io.out(`${changeLines(text, io).join('\n')}\n`);
  }
  if (files.length === 0) io.out('No file differs from its state before the session.\n');
  if (isPartial) io.tell('note: The oldest checkpoints are gone, so earlier changes are not shown.\n');
}

function showCalls(calls: readonly WrittenFile[], { io, cwd }: Around): void {
  for (const { tool, path, before = '', after } of calls) {
    io.out(`${io.paint('bold', printable(`${relative(cwd, path)}  ${tool}`))}\n`);
    io.out(`${changeLines({ before, after }, io).join('\n')}\n`);
  }
  if (calls.length === 0) io.out('No tool of this session changed a file.\n');
  io.tell(
    'note: This session has no checkpoints. These are the changes that its calls asked for; commands may have made others.\n',
  );
  io.tell('To keep the files themselves, add sessions: { checkpoints: true }\n');
}

const wordOf = ({ before, after, unknown }: SessionChange) =>
  after === undefined ? 'deleted' : before === undefined && unknown === undefined ? 'created' : 'changed';

/** The texts of both states, or the reason why they are not shown. */
function textsOf({ before, after, unknown }: SessionChange): { readonly before: string; readonly after: string } | string {
  if (unknown !== undefined) return unknown;
  const texts = [before, after].map((bytes) => (bytes === undefined ? '' : textOf(bytes)));
  const [old, now] = texts;
  return old === undefined || now === undefined ? `no text, ${plural(after?.length ?? 0, 'byte')}` : { before: old, after: now };
}

function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

interface Shown {
  readonly id: string;
  readonly isKept: boolean;
  readonly isPartial: boolean;
  readonly files: readonly SessionChange[];
  readonly calls: readonly WrittenFile[];
}

function jsonOf({ id, isKept, isPartial, files, calls }: Shown, { cwd }: { readonly cwd: string }) {
  const shown = isKept
    ? files.map((file) => {
        const texts = textsOf(file);
        const why = typeof texts === 'string' ? { note: texts } : { hunks: lineDiff(texts.before, texts.after) };
        return { path: relative(cwd, file.path), change: wordOf(file), ...why };
      })
    : calls.map(({ tool, path, before = '', after }) => ({ path: relative(cwd, path), tool, hunks: lineDiff(before, after) }));
  return { session: id, source: isKept ? 'checkpoints' : 'calls', partial: isPartial, files: shown };
}
