import type { Deferral } from '../tools/deferral.js';
import type { RunTools } from '../tools/run-tools.js';
import type { RunSkills } from './run-skills.js';

/** The tools and skills of a run. */
export interface Toolbox {
  readonly tools: RunTools;
  readonly deferral: Deferral;
  readonly skills: RunSkills;
}
