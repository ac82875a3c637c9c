import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { count, printable, table } from '@loadout/command';
import type { LaterFiles, LaterInstructions, Plan } from '@loadout/core/run';
import { installedPackage } from '@loadout/runner';

type InstructionFile = LaterFiles['files'][number];

interface InstructionFiles {
  /** In the order in which an agent is told them. */
  readonly start: readonly InstructionFile[];
  readonly later: LaterFiles;
}

/** Lists the instruction files of a plan: those of the start, and those that are told once a call works on what they are for. */
export async function instructionFiles(plan: Plan): Promise<InstructionFiles | undefined> {
  const { instructionFiles: told = [], laterInstructions, workspace: folder } = plan;
  const lister = laterInstructions === undefined ? undefined : await installedPackage<LaterInstructions>('@loadout/claude-files');
  if (laterInstructions === undefined || lister === undefined) return undefined;
  const paths = told.map(({ path }) => path).filter((path) => existsSync(path));
  const start = paths.map((path) => ({ name: relative(folder, path), chars: readFileSync(path, 'utf8').trim().length }));
  const heard = new Set(paths.map((path) => realpathSync(path)));
  return { start, later: await lister.listLater({ ...laterInstructions, folder, heard }) };
}

export function instructionFilesText({ start, later: { files, isWhole, limits } }: InstructionFiles): string {
  const row = ({ name, chars, paths }: InstructionFile) => {
    const cut = chars > limits.file ? `, cut at ${count(limits.file)}` : '';
    return [printable(name), `${count(chars)} characters${cut}`, paths === undefined ? '' : `for ${printable(paths.join(', '))}`];
  };
  const part = (head: string, of: readonly InstructionFile[]) => (of.length === 0 ? '' : `${head}\n${table(of.map(row), [1])}`);
  return [
    part('Instruction files of the start, in this order:', start),
    part('Told once a call works in their folder, or on a file that they are for:', files),
    isWhole ? '' : 'The project has more folders than were looked at, so there may be more files.\n',
    `A file is cut at ${count(limits.file)} characters, and the files of the start together at ${count(limits.start)}.\n`,
  ].join('');
}
