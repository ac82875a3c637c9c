import { basename, dirname, join } from 'node:path';
import { changesText, plain, readParams } from '@loadout/command';
import { folderOf, judgeConfig, loadConfig, type TrustVerdict } from '@loadout/config';
import { isWithin } from '@loadout/node';
import { trustOf } from '../require-trust.js';
import { judgeTests } from '../tests/judge-tests.js';
import { loadTests } from '../tests/load-tests.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { namedBy } from '../tests/loaded-test.js';
import type { Watched } from '../watch/next-change.js';
import type { Dev } from './definition.js';

/** A project as it is at this moment. */
export interface Project {
  readonly watched: Watched;
  /** Whether a run reads a file. A file of tests alone is not read by one. */
  readonly isRead: (path: string) => boolean;
  /** Absent while a part is not trusted: nothing of the project runs then. */
  readonly tests?: readonly LoadedTest[];
  /** The local plugins and their imports that are written in TypeScript. */
  readonly typescript: readonly string[];
  /** The parts that are not trusted, and how to trust them; empty if there are none. */
  readonly waiting: string;
}

/** Reads the files of a project. Runs none of its code that is not trusted. Throws CONFIG_INVALID, TRUST_NEEDED. */
export async function readProject({ flags, host, file, root }: Dev): Promise<Project> {
  const trust = trustOf({ flags, io: host });
  const verdicts = [await judgeConfig({ cwd: root, file, env: host.env, trust }), await judgeTests(file, trust)];
  const params = readParams(flags.param);
  const loaded = await loadConfig({ cwd: root, file, profile: flags.profile, params, keepParams: true, env: host.env, trust });
  host.hide(loaded.plan.secrets);
  const waiting = verdicts.filter(({ trusted }) => !trusted);
  const tests = waiting.length === 0 ? (await loadTests(file)).tests : undefined;
  const named = (tests ?? []).map(namedBy);
  const acting = verdicts.flatMap(filesOf);
  const skills = Object.values(loaded.plan.skills ?? {}).filter((skill) => basename(skill.file) === 'SKILL.md');
  // A folder of skills changes when one comes or goes.
  const folders = skills.map(({ dir }) => dirname(dir)).filter((folder) => basename(folder) === 'skills');
  const read = [file, ...loaded.files, ...acting, ...folders];
  const isRead = (path: string) => read.includes(path) || skills.some(({ dir }) => isWithin(path, dir));
  const watched: Watched = {
    root: folderOf(file),
    files: [
      ...[join(folderOf(file), 'tsconfig.json'), ...read],
      ...named.flatMap(({ scripts, cassettes }) => [...scripts, ...cassettes]),
    ],
    folders: [...new Set([...named.flatMap(({ folders }) => folders), ...skills.map(({ dir }) => dir)])],
    own: [],
  };
  const typescript = acting.filter((path) => /\.[cm]?tsx?$/.test(path));
  return {
    watched,
    isRead,
    ...(tests === undefined ? {} : { tests }),
    typescript,
    waiting: waiting.map((one) => waitingText(one, host.called)).join('\n'),
  };
}

/** The files of the parts that act, whether they exist or not. */
const filesOf = ({ root, parts }: TrustVerdict): readonly string[] =>
  parts.flatMap(({ files, absent = [] }) => [...files.map(({ path }) => path), ...absent].map((path) => join(root, path)));

function waitingText({ config, parts, changes }: TrustVerdict, called: string): string {
  const names =
    (changes === undefined ? [] : changes.map(({ path }) => path)).join(', ') || parts.map(({ path }) => path).join(', ');
  const since = changes === undefined ? 'is not trusted' : 'changed since you trusted it';
  const shown = changes === undefined ? '' : `\n${changesText(changes, { paint: plain })}`;
  return `${config} ${since}, so these parts do not run here: ${names}.${shown}\nTo review and trust it: ${called} trust. For your own work: ${called} trust --folder.`;
}
