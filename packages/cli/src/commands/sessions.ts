import { realpathSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import { listSessions, sessionFolder } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { sessions } from '../arguments/definitions.js';
import type { Io } from '../io.js';
import { loadPlan } from '../load/load-plan.js';
import { workingFolder } from '../load/working-folder.js';
import { plural, size } from '../render/numbers.js';
import { oneLine, printableJson } from '../render/printable.js';
import { table } from '../render/table.js';
import { describeSession, type SessionLine } from '../sessions/describe-session.js';
import type { Command } from './command.js';

const NEWEST = 20;

export const execute: Command<typeof sessions> = async ({ flags }, io) => {
  const folder = await folderFor(flags, io);
  const all = listSessions(folder);
  const shown = (flags.all ? all : all.slice(0, NEWEST)).map(describeSession);
  if (flags.json) io.out(`${printableJson(shown, 2)}\n`);
  else if (shown.length === 0) io.out(`No sessions in ${folder.dir}.\n`);
  else {
    io.out(table(shown.map(row), [3, 4]));
    if (shown.length < all.length) io.tell(`${all.length - shown.length} more with --all.\n`);
  }
  return 0;
};

const row = (one: SessionLine) => [
  one.id,
  localTime(new Date(one.modified)),
  oneLine(one.agent, 24),
  plural(one.turns, 'turn'),
  size(one.bytes),
  one.state,
  oneLine(one.prompt, 50),
];

/** `2026-01-31 09:05`, as the clock on the wall says. */
function localTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Sessions are there to be seen also where no configuration is any more. */
async function folderFor(flags: Arguments<typeof sessions>['flags'], io: Io): Promise<ReturnType<typeof sessionFolder>> {
  try {
    const { plan } = await loadPlan(flags, { io, wish: { keepParams: true, loadsNothing: true } });
    return sessionFolder({ workspace: realpathSync(plan.workspace), dir: plan.sessions.dir, env: io.env });
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    return sessionFolder({ workspace: realpathSync(workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd })), env: io.env });
  }
}
