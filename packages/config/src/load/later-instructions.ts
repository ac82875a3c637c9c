import type { Plan } from '@loadout/core/run';
import { at, type MapNode } from '../document/node.js';
import { INSTRUCTION_FILES } from '../foreign/instruction-files.js';
import { kindsOf } from '../schema/compat-kinds.js';
import { projectRoot } from '../trust/project-root.js';
import type { LoadOptions } from './load-options.js';

/** Returns which instruction files are told once a call works on what they are for, if something asks for instruction files. */
export function laterInstructions(
  main: MapNode,
  { file, claude }: Pick<LoadOptions, 'claude'> & { readonly file: string },
): Pick<Plan, 'laterInstructions'> {
  const isAsked = kindsOf(at(main, ['compat'])).includes('instructions');
  const asked = isAsked ? INSTRUCTION_FILES.compat : (['project', 'local'] as const).flatMap((source) => namesOf(source, claude));
  if (asked.length === 0) return {};
  return { laterInstructions: { root: projectRoot(file), names: asked } };
}

const namesOf = (source: 'project' | 'local', claude: LoadOptions['claude']): readonly string[] =>
  claude?.sources.includes(source) === true ? INSTRUCTION_FILES[source] : [];
