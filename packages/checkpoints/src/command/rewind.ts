import { relative } from 'node:path';
import { localTime, oneLine, plural } from '@loadout/command';
import { type CommandHost, configFlags, defineCommand, jsonFlag, type StoredSession } from '@loadout/core/commands';
import { placeOf } from '../checkpoint-index.js';
import { errors } from '../errors.js';
import { restoreBefore } from '../rewind.js';
import { type PlannedFile, planRewind, type RewindPlan } from '../rewind-plan.js';
import { type SessionPrompt, sessionPrompts } from '../session-prompts.js';

const definition = {
  name: 'rewind',
  group: 'look',
  summary: 'Restore files to their state before a prompt of a session.',
  positionals: [
    { name: 'session', optional: true, help: 'A session id, the beginning of an id, a name, or latest (default).' },
    { name: 'prompt', optional: true, help: 'The number of a prompt. Without it, the prompts are listed.' },
  ],
  flags: [
    ...configFlags,
    { name: 'yes', help: 'Restore without a question, and only in the folder of the configuration.' },
    jsonFlag,
  ],
  details: [
    'A session has earlier versions of files if sessions.checkpoints was true. What commands changed is not restored, and a rewind cannot be undone.',
    'The conversation stays as it is: a run that continues the session still knows the later prompts. On a terminal, `/rewind` of `loadout chat` can take back both.',
    'With --json, only the changes are shown unless --yes is there too.',
  ],
  examples: ['', 'latest 2', 'latest 2 --yes'],
} as const;

/** Lists the prompts of a session, or restores the files to before one of them. */
export default defineCommand(definition, async ({ positionals: [given = 'latest', number], flags }, host) => {
  const source = await host.sessions([], flags);
  const session = source.find(given);
  const prompts = sessionPrompts(session);
  const around = { host, folder: source.workspace, isJson: flags.json };
  if (number === undefined) return list(prompts, session, around);
  const prompt = promptOf(number, prompts, session);
  if (flags.json && !flags.yes) return preview(prompt, session, around);
  const hold = session.hold();
  try {
    return await rewindTo(prompt, session, { ...around, isSure: flags.yes });
  } finally {
    hold.release();
  }
});

interface Around {
  readonly host: CommandHost;
  /** The folder from which files are named. */
  readonly folder: string;
  readonly isJson: boolean;
}

function list(prompts: readonly SessionPrompt[], { header }: StoredSession, { host, folder, isJson }: Around): number {
  const named = (path: string) => relative(folder, path);
  if (isJson) {
    const rows = prompts.map(({ number, uuid, at, text, files, refusal }) => ({
      number,
      uuid,
      at: at?.toISOString(),
      text,
      files: files.map(named),
      canRewind: refusal === undefined,
    }));
    host.json({ session: header.id, prompts: rows });
    return 0;
  }
  const rows = prompts.map(({ number, at, text, files, refusal }) => [
    `${number}`,
    at === undefined ? '' : localTime(at),
    text,
    refusal === undefined ? plural(files.length, 'file') : 'not kept',
    files.map(named).join(', '),
  ]);
  host.table([['', 'time', 'prompt', 'changed', ''], ...rows], { widths: [6, 16, 50, 20, 60], right: [0] });
  host.tell(`To restore the files to before a prompt: ${host.called} rewind ${header.id} NUMBER\n`);
  return 0;
}

/** Throws REWIND_NUMBER, REWIND_UNKNOWN, REWIND_DROPPED. */
function promptOf(value: string, prompts: readonly SessionPrompt[], { header }: StoredSession): SessionPrompt {
  const prompt = /^\d+$/.test(value) ? prompts[Number(value) - 1] : undefined;
  if (prompt === undefined) throw errors.REWIND_NUMBER({ value, count: prompts.length, session: header.id });
  if (prompt.refusal !== undefined) throw prompt.refusal;
  return prompt;
}

const planOf = (prompt: SessionPrompt, session: StoredSession, folder: string) =>
  planRewind(session, { prompt: prompt.uuid, folder });

function preview(prompt: SessionPrompt, session: StoredSession, { host, folder }: Around): number {
  host.json(jsonOf(planOf(prompt, session, folder), { session, prompt, folder, isRestored: false }));
  return 0;
}

/** Shows the changes, asks, and restores. Throws REWIND_NOT_CONFIRMED, REWIND_OUTSIDE, REWIND_PARTLY. */
async function rewindTo(
  prompt: SessionPrompt,
  session: StoredSession,
  { host, folder, isJson, isSure }: Around & { readonly isSure: boolean },
): Promise<number> {
  const plan = planOf(prompt, session, folder);
  const { files } = plan;
  if (!isJson) show(plan, { prompt, host, folder });
  const outside = files.filter((file) => file.isOutside);
  if (isSure && outside.length > 0) throw errors.REWIND_OUTSIDE({ paths: outside.map(({ path }) => path), folder });
  if (!isSure && files.length > 0 && !(await agrees(plan, { prompt, session, host }))) {
    host.out('Nothing was changed.\n');
    return 1;
  }
  const done = files.length === 0 ? plan : restoreBefore(placeOf(session.header), { prompt: prompt.uuid });
  const shown = { files: files.filter(({ path }) => done.files.some((one) => one.path === path)), problems: done.problems };
  if (isJson) host.json(jsonOf(shown, { session, prompt, folder, isRestored: true }));
  else if (done.files.length > 0) host.out(`Restored ${plural(done.files.length, 'file')}. The conversation is unchanged.\n`);
  if (done.problems.length === 0) return 0;
  await host.fail(errors.REWIND_PARTLY({ problems: done.problems, files: done.files.length + done.problems.length }));
  return 1;
}

interface Asked {
  readonly prompt: SessionPrompt;
  readonly session: StoredSession;
  readonly host: CommandHost;
}

async function agrees({ files }: RewindPlan, { prompt, session, host }: Asked): Promise<boolean> {
  const answer = await host.ask(`Restore ${plural(files.length, 'file')}? This cannot be undone. [y/N]: `);
  if (answer === undefined)
    throw errors.REWIND_NOT_CONFIRMED({ files: files.length, session: session.header.id, number: prompt.number });
  return /^y(?:es)?$/i.test(answer.trim());
}

function show(
  { files, problems }: RewindPlan,
  { prompt, host, folder }: { readonly prompt: SessionPrompt; readonly host: CommandHost; readonly folder: string },
): void {
  const title = `prompt ${prompt.number}, ${JSON.stringify(oneLine(prompt.text, 60))}`;
  host.out(files.length === 0 ? `No file would change for ${title}.\n` : `Back to before ${title}:\n`);
  const rows = files.map((file) => [file.change, nameOf(file, folder), `+${file.insertions} -${file.deletions}`, noteOf(file)]);
  host.table(rows, { widths: [12, 200, 20, 80] });
  for (const problem of problems) host.out(`Cannot restore ${problem}\n`);
}

const nameOf = ({ path, isOutside }: PlannedFile, folder: string) => (isOutside ? path : relative(folder, path));

const noteOf = ({ isChangedSince, isOutside }: PlannedFile) =>
  [...(isChangedSince ? ['changed after the session'] : []), ...(isOutside ? ['outside of this folder'] : [])].join(', ');

function jsonOf(
  { files, problems }: RewindPlan,
  {
    session,
    prompt,
    folder,
    isRestored,
  }: { readonly session: StoredSession; readonly prompt: SessionPrompt; readonly folder: string; readonly isRestored: boolean },
) {
  return {
    session: session.header.id,
    prompt: prompt.number,
    restored: isRestored,
    files: files.map((file) => ({
      path: nameOf(file, folder),
      change: file.change,
      insertions: file.insertions,
      deletions: file.deletions,
      changedSince: file.isChangedSince,
      outside: file.isOutside,
    })),
    problems,
  };
}
