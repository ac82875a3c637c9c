import type { FileProgram } from '../programs/file-program.js';
import { isHarmlessJq } from './jq-program.js';
import { namesOf } from './known-programs.js';
import type { Effect, NamedFile } from './parts.js';
import { type Reading, readArguments } from './read-arguments.js';
import { type Argument, isKnown, isOne } from './read-word.js';
import { isHarmlessSed } from './sed-script.js';

interface FileEffect extends Effect {
  /** The places of the words that make the call unclear, if a rule can name all of them. */
  readonly beyond: readonly number[] | undefined;
}

/** The files in the arguments of a program of the table, and whether the call does nothing else. */
export function fileEffect(args: readonly Argument[], program: FileProgram): FileEffect {
  const name = String(args[0]);
  const read = readArguments(args, program);
  const used = operandFiles(name, { program, read });
  const unclear = read.problem ?? countProblem(name, { program, read }) ?? used.problem;
  const files = [...read.files, ...used.files];
  const writes = files.some((file) => file.kind === 'write');
  const does = program.needsRule === true ? undefined : writes ? (EDITS.has(name) ? 'edits' : undefined) : 'reads';
  const told = files.map((file) => ({
    ...file,
    ...(CHANGES.has(program.operands) ? { isMeant: true } : {}),
    ...(read.loose.includes(file.path) ? { loose: program.atFiles === true ? '-@' : '-' } : {}),
  }));
  const names = program.operands === 'others' ? namesOf(args, { reads: program.onlyReads === true }) : undefined;
  const beyond = read.problem === undefined ? undefined : read.beyond;
  return { files: told, unclear, beyond, does: read.inPlace ? undefined : does, names };
}

/**
 * Programs whose purpose is to change their operands: a rule that allows the program allows the change. `sort -o` and `sed -i`
 * are not among them.
 */
const CHANGES: ReadonlySet<FileProgram['operands']> = new Set(['changed', 'copy', 'move', 'link', 'mode']);

/** If the place of an operand gives its meaning, a word that may become several operands makes the call unclear. */
function countProblem(name: string, { program, read }: { program: FileProgram; read: Reading }): string | undefined {
  const placed = placedOperands(program, read);
  if (placed === undefined) return undefined;
  const open = [...placed, ...read.operands.filter((word) => !isKnown(word) && !word.single)].find((word) => !isOne(word));
  return open === undefined || isKnown(open) ? undefined : `${name} with ${open.why}, which may be several words`;
}

function placedOperands({ operands: kind }: FileProgram, { operands, brought }: Reading): readonly Argument[] | undefined {
  if (kind === 'copy' || kind === 'move' || kind === 'link') return operands.slice(-1);
  if (kind === 'mode') return operands.slice(0, 1);
  if (kind === 'one-file') return operands;
  return kind === 'pattern' && !brought ? operands.slice(0, 1) : undefined;
}

/** Source: PERM-06. */
const EDITS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp']);

/** Operands that are no files, or of which only the program knows. */
const NAMES_NOTHING: ReadonlySet<FileProgram['operands']> = new Set(['text', 'others', 'command', 'task', 'own']);

interface Used {
  readonly files: readonly NamedFile[];
  readonly problem?: string | undefined;
}

function operandFiles(name: string, { program, read }: { program: FileProgram; read: Reading }): Used {
  const { operands, below } = read;
  if (NAMES_NOTHING.has(program.operands)) return { files: [] };
  switch (program.operands) {
    case 'format':
      return operands.every((word) => (isKnown(word) ? word : word.lead).startsWith('+'))
        ? { files: [] }
        : { files: [], problem: `${name} with a date to set` };
    case 'one-file':
      return operands.length > 1
        ? { files: [...uses([operands[0]], 'read'), ...uses(operands.slice(1), 'write')] }
        : { files: uses(operands, 'read') };
    case 'pattern': {
      const files = read.brought ? operands : operands.slice(1);
      return { files: uses(files.length === 0 && below ? ['.'] : files, 'read', below) };
    }
    case 'script':
      return scriptFiles(name, { read });
    case 'plain-files':
      return { files: uses(operands, 'read').map((use) => ({ ...use, plain: true })) };
    case 'mode':
      return { files: uses(operands.slice(1), 'write', below) };
    case 'changed':
      return { files: uses(operands, 'write', below) };
    case 'copy':
      return {
        files: [
          ...carried(uses(operands.slice(0, -1), 'read', below), below),
          ...targets(operands, { below, fills: below ? 'tree' : undefined }).map((use) => ({ ...use, through: use.below })),
        ],
      };
    case 'move':
      return {
        files: [
          ...carried(uses(operands.slice(0, -1), 'write', true), true),
          ...targets(operands, { below: true, fills: 'tree' }),
        ],
      };
    case 'link': {
      // With one operand, the link is created in the folder of the command, under the name of the operand.
      const both = operands.length === 1 ? [...operands, '.'] : operands;
      return { files: [...uses(both.slice(0, -1), 'read'), ...targets(both, { fills: 'link' })] };
    }
    default:
      return { files: uses(program.operands === 'remote' ? operands.slice(0, 1) : operands, 'read', below) };
  }
}

function scriptFiles(name: string, { read }: { read: Reading }): Used {
  const scripts = read.brought ? read.scripts : read.operands.slice(0, 1);
  const named = read.brought ? read.operands : read.operands.slice(1);
  const copies = read.suffix === '' ? [] : named.map((word) => (isKnown(word) ? word + read.suffix : word));
  const files = [...uses(named, read.inPlace ? 'write' : 'read'), ...uses(copies, 'write')];
  if (name === 'sed' && !scripts.every((script) => isKnown(script) && isHarmlessSed(script)))
    return { files, problem: 'sed with a script that may do more than print and replace' };
  if (name === 'jq' && !scripts.every((script) => isKnown(script) && isHarmlessJq(script)))
    return { files, problem: 'jq with a program that may read more' };
  return { files };
}

/** If the last operand is a folder, a copied file goes into the folder under its own name. */
function targets(
  operands: readonly Argument[],
  { below = false, fills }: { below?: boolean; fills: 'tree' | 'link' | undefined },
): readonly NamedFile[] {
  const to = operands.at(-1);
  if (to === undefined || operands.length < 2) return [];
  const inside = operands.slice(0, -1).flatMap((from): Argument[] => {
    const base = isKnown(from) ? /([^/]+)\/*$/.exec(from)?.[1] : undefined;
    return isKnown(to) && base !== undefined && base !== '.' && base !== '..' ? [`${to.replace(/\/+$/, '')}/${base}`] : [];
  });
  const written = [...uses([to], 'write', below || operands.some((word) => !isKnown(word))), ...uses(inside, 'write', below)];
  return written.map((use) => ({ ...use, fills }));
}

const carried = (files: readonly NamedFile[], isCarried: boolean): readonly NamedFile[] =>
  isCarried ? files.map((use) => ({ ...use, carried: true })) : files;

const uses = (operands: readonly (Argument | undefined)[], kind: 'read' | 'write', below = false): readonly NamedFile[] =>
  operands.flatMap((path) => (path === undefined || path === '-' ? [] : [below ? { kind, path, below } : { kind, path }]));
