import type { RunSkills } from '../skills/run-skills.js';
import type { Deferral } from './deferral.js';
import type { RunTools } from './run-tools.js';

/** The tools and skills of a run. */
export interface Toolbox {
  readonly tools: RunTools;
  readonly deferral: Deferral;
  readonly skills: RunSkills;
}
