import { basename } from 'node:path';
import type { InstructionFilePlan, Plan } from '@loadout/core/run';
import { placeOf } from '../document/flatten.js';
import type { Path, Place } from '../document/node.js';
import { type CompileInput, pathFrom } from './compile-context.js';

/**
 * The files whose texts every agent receives: those of other tools, such as CLAUDE.md with its imports, and those that `defaults`
 * name.
 */
export function compileInstructionFiles(input: CompileInput): Pick<Plan, 'instructionFiles'> {
  const { instructions = [] } = input.document.defaults ?? {};
  const base: Path = ['defaults', 'instructions'];
  const isList = Array.isArray(instructions);
  const parts = isList ? instructions : [instructions];
  const files = parts.flatMap((part, index) => fileOf(part, isList ? [...base, index] : base, input) ?? []);
  return files.length === 0 ? {} : { instructionFiles: files };
}

function fileOf(part: string | { readonly file: string }, path: Path, input: CompileInput): InstructionFilePlan | undefined {
  const place = placeOf(input.flat, path);
  if (typeof part !== 'string') {
    const file = pathFrom(part.file, { ...input, path: [...path, 'file'] });
    return { path: file, type: typeOf(file, place) };
  }
  return place?.foreign === true ? { path: place.file, type: typeOf(place.file, place) } : undefined;
}

function typeOf(file: string, place: Place | undefined): InstructionFilePlan['type'] {
  if (place?.layer === 'managed') return 'Managed';
  if (place?.layer === 'user') return 'User';
  return basename(file) === 'CLAUDE.local.md' ? 'Local' : 'Project';
}
