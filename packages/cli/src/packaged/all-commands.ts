import type { Definition } from '../arguments/definition.js';
import { definitions } from '../arguments/definitions.js';
import { ownCommands } from './own-commands.js';

/** The commands of this package and of Loadout's other packages that are installed with it, in the order of the help. */
export const allCommands = (): readonly Definition[] => [...definitions, ...ownCommands().map(({ definition }) => definition)];
