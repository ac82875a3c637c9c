import { personalFile } from '@loadout/config';
import type { PersonalRules } from '@loadout/core/commands';
import { trustFile } from '@loadout/node';
import type { Io } from '../io.js';
import { elicitFrom } from './elicit.js';
import { permissionFrom } from './permission.js';
import type { Person } from './person.js';

interface AskedIn {
  readonly io: Io;
  readonly cwd: () => string;
  /** The configuration of the run. Absent: no rule can be kept for the project. */
  readonly configFile: string | undefined;
}

/** Every kind of question that a run may have goes to the person at the terminal. */
export const askedOf = (person: Person, { io, cwd, configFile }: AskedIn) => ({
  ask: permissionFrom({ person, paint: io.paint, cwd, project: projectOf(configFile, io) }),
  answer: person.answer,
  elicit: elicitFrom(person),
});

/** The project whose rules a person may add to, in a file of their own. */
export function projectOf(configFile: string | undefined, { env }: Pick<Io, 'env'>): PersonalRules | undefined {
  const file = configFile === undefined ? undefined : personalFile(configFile);
  if (file === undefined || configFile === undefined) return undefined;
  return {
    file,
    keep: async (update) => {
      const { keepRule } = await import('@loadout/setup');
      return (await keepRule(update, { configFile, trustFile: trustFile(env), env })).says;
    },
  };
}
