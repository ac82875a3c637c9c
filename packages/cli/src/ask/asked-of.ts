import type { Io } from '../io.js';
import { elicitFrom } from './elicit.js';
import { permissionFrom } from './permission.js';
import type { Person } from './person.js';

/** Every kind of question that a run may have goes to the person at the terminal. */
export const askedOf = (person: Person, { io, cwd }: { readonly io: Io; readonly cwd: () => string }) => ({
  ask: permissionFrom({ person, paint: io.paint, cwd }),
  answer: person.answer,
  elicit: elicitFrom(person),
});
