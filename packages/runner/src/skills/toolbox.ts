import type { ModeNews } from '../permissions/run-permissions.js';
import type { Deferral, RunTools } from '../tools/run-tools.js';
import type { FolderTexts } from './folder-texts.js';
import type { RunSkills } from './run-skills.js';

/** The tools, skills, mode and instructions of folders of a run, as its model knows them. */
export interface Toolbox {
  readonly tools: RunTools;
  readonly deferral: Deferral;
  readonly modeNews: ModeNews;
  readonly skills: RunSkills;
  /** Absent if the plan has no instructions of folders. */
  readonly folderTexts: FolderTexts | undefined;
}
