import { lstatSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import { homeOf } from '@loadout/node';
import { emptyMap, isMap, type MapNode, startOf } from '../document/node.js';
import { Report } from '../document/report.js';
import { parseYaml } from '../read/parse-yaml.js';
import { readText } from '../read/read-text.js';
import { whileHeld, writeWhole } from '../trust/private-file.js';
import { recordHeld } from '../trust/trust-record.js';
import type { TrustVerdict } from '../trust/verdict.js';
import { excludeFromGit, gitStateOf } from './git-ignore.js';
import { invalid } from './invalid.js';
import { personalFile } from './personal-places.js';
import { readDocuments } from './read-documents.js';
import { judgePersonal } from './read-judged.js';

export interface PersonalChange {
  /** The configuration beside which the person's own file stands. */
  readonly configFile: string;
  /** The record of this user's trust. */
  readonly trustFile: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the new text of the file. `before` is empty if there is no file. */
  change(before: string): string;
  /** Makes the error for a file that is left as it is. */
  refusal(problem: string, fix?: string): Error;
}

export interface ChangedPersonal {
  readonly file: string;
  /** How git sees the file. `excluded`: git ignores it from now on. */
  readonly git: 'none' | 'ignored' | 'excluded' | 'open';
}

/**
 * Changes the person's own file beside a configuration, and records that the file is theirs. Does neither to a file with parts that they do
 * not trust.
 */
export async function changePersonal(changing: PersonalChange): Promise<ChangedPersonal> {
  const { configFile, trustFile, refusal } = changing;
  const file = personalFile(configFile);
  if (file === undefined) throw refusal(`${basename(configFile)} has no personal file beside it`);
  const git = await gitStateOf(file, changing);
  if (git === 'tracked')
    throw refusal(`git tracks ${file}, so others would get the rule`, `Take it out of git: git rm --cached ${basename(file)}`);
  const below = await layersBelow(changing);
  whileHeld(trustFile, () => write({ ...changing, file, below }));
  const isExcluded = git === 'open' && (await excludeFromGit(file, changing));
  return { file, git: isExcluded ? 'excluded' : git };
}

/** The layers of the configuration, to whose params and secrets the file may refer. */
async function layersBelow({ configFile, env }: PersonalChange): Promise<readonly MapNode[]> {
  const options = { cwd: dirname(configFile), env };
  const context = { report: new Report(), options, home: homeOf(env), runModules: false };
  return (await readDocuments(configFile, context)).own;
}

interface Writing extends PersonalChange {
  readonly file: string;
  readonly below: readonly MapNode[];
}

function write(writing: Writing): void {
  const { file, trustFile, refusal } = writing;
  const before = textOf(file, refusal);
  const judged = (text: string) => judge(text, writing);
  if (before !== undefined && !judged(before).trusted)
    throw refusal(
      `${file} has parts that you did not write here and do not trust`,
      'Review it: loadout trust. Then answer again.',
    );
  const after = writing.change(before ?? '');
  try {
    replace(file, after);
  } catch (cause) {
    throw refusal(`${file} cannot be written (${messageOf(cause)})`);
  }
  try {
    recordHeld(trustFile, judged(after), 'unlessTracked');
  } catch (cause) {
    // Without its record, the file and all earlier rules in it would wait for trust.
    if (before === undefined) rmSync(file, { force: true });
    else replace(file, before);
    throw cause;
  }
}

function textOf(file: string, refusal: Writing['refusal']): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw refusal(`${file} is not a regular file`);
  if ((stat.mode & 0o222) === 0) throw refusal(`${file} is read-only`, `Make it writable: chmod u+w ${basename(file)}`);
  const report = new Report();
  const text = readText(file, { report, place: startOf(file) });
  if (text === undefined) throw invalid(report, file);
  return text;
}

/** Judges a text as the content of the file, so that nothing else is trusted that comes to stand there meanwhile. */
function judge(text: string, { file, below, trustFile, env }: Writing): TrustVerdict {
  const report = new Report();
  const node = parseYaml(text, { file, layer: 'project', report });
  if (node === undefined) throw invalid(report, file);
  const layer = isMap(node) ? node : emptyMap(startOf(file));
  return judgePersonal(layer, { home: homeOf(env), below, trust: { file: trustFile } }).verdict;
}

/** Writes the file, which keeps its mode. */
const replace = (file: string, text: string): void =>
  writeWhole(file, text, (lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
