import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { SessionChange, SessionChanges } from '@loadout/checkpoints';
import { changeLines, lineDiff, paintFor, plural, printable } from '@loadout/command';
import { findSession } from '@loadout/command/runs';
import { type CommandHost, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { type CheckpointedSession, inHome } from '@loadout/core/run';
import { neededPackage } from '@loadout/runner';
import { type WrittenFile, writtenFiles } from '../sessions/written-files.js';
import { sessionArgument } from './session-argument.js';

const definition = {
  name: 'diff',
  group: 'look',
  summary: 'Show the files that a session changed.',
  positionals: [sessionArgument],
  flags: [...configFlags, jsonFlag],
  details: [
    'With checkpoints, the files are compared with their state before the session. Without, the changes are those that the calls of the session asked for.',
  ],
  examples: ['latest'],
} as const;

/** Shows the files that a session changed. The exit code is 0 whether or not there are changes. */
export default defineCommand(definition, async ({ positionals: [given = 'latest'], flags }, host) => {
  const place = await host.sessions([], flags);
  const { id, session } = findSession(given, place);
  const { isKept, isPartial, files } = await changesOf(session.header);
  const calls = isKept
    ? []
    : writtenFiles(session.messages).map((one) => ({ ...one, path: resolve(session.cwd, inHome(one.path, host.env.HOME)) }));
  const from = place.workspace;
  if (flags.json) host.json(jsonOf({ id, isKept, isPartial, files, calls }, from));
  else if (isKept) showFiles({ files, isPartial }, { host, from });
  else showCalls(calls, { host, from });
  return 0;
});

/** Only a session with checkpoints needs their package. Throws PACKAGE_NOT_INSTALLED. */
async function changesOf(header: CheckpointedSession): Promise<SessionChanges> {
  if (!existsSync(join(header.artifactDir, 'checkpoints'))) return { isKept: false, isPartial: false, files: [] };
  const needs = 'loadout diff of a session with checkpoints';
  const { changesOfSession } = await neededPackage<typeof import('@loadout/checkpoints')>('@loadout/checkpoints', { needs });
  return changesOfSession(header);
}

interface Around {
  readonly host: CommandHost;
  /** The folder from which files are named. */
  readonly from: string;
}

function showFiles(
  { files, isPartial }: { readonly files: readonly SessionChange[]; readonly isPartial: boolean },
  { host, from }: Around,
): void {
  const paint = paintFor(host);
  for (const file of files) {
    const text = textsOf(file);
    host.screen.out(`${paint('bold', printable(`${relative(from, file.path)}  ${wordOf(file)}`))}\n`);
    if (typeof text === 'string') host.out(`  (${text})\n`);
    else host.screen.out(`${changeLines(text, { paint }).join('\n')}\n`);
  }
  if (files.length === 0) host.out('No file differs from its state before the session.\n');
  if (isPartial) host.tell('note: The oldest checkpoints are gone, so earlier changes are not shown.\n');
}

function showCalls(calls: readonly WrittenFile[], { host, from }: Around): void {
  const paint = paintFor(host);
  for (const { tool, path, before = '', after } of calls) {
    host.screen.out(`${paint('bold', printable(`${relative(from, path)}  ${tool}`))}\n`);
    host.screen.out(`${changeLines({ before, after }, { paint }).join('\n')}\n`);
  }
  if (calls.length === 0) host.out('No tool of this session changed a file.\n');
  host.tell(
    'note: This session has no checkpoints. These are the changes that its calls asked for; commands may have made others.\n',
  );
  host.tell('To keep the files themselves, add sessions: { checkpoints: true }\n');
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

function jsonOf({ id, isKept, isPartial, files, calls }: Shown, from: string) {
  const shown = isKept
    ? files.map((file) => {
        const texts = textsOf(file);
        const why = typeof texts === 'string' ? { note: texts } : { hunks: lineDiff(texts.before, texts.after) };
        return { path: relative(from, file.path), change: wordOf(file), ...why };
      })
    : calls.map(({ tool, path, before = '', after }) => ({ path: relative(from, path), tool, hunks: lineDiff(before, after) }));
  return { session: id, source: isKept ? 'checkpoints' : 'calls', partial: isPartial, files: shown };
}
