import type { CommandHost } from '@loadout/core/commands';
import { reviewRules } from '../review/review-rules.js';
import { propose } from '../suggest/propose.js';
import type { PlaceFlags } from './place-flags.js';
import { readProject } from './project.js';
import { reviewJson } from './review-text.js';
import { suggestionsJson } from './suggestions-text.js';

/** Says what `loadout rules suggest --json` says. Nothing of the project runs. The page of `loadout view` shows it. */
export async function suggestions(flags: PlaceFlags, host: Pick<CommandHost, 'cwd' | 'env' | 'hide'>) {
  const project = await readProject(flags, host);
  const found = await propose(project.record, project.set);
  return { ...suggestionsJson(found, project), written: reviewJson(reviewRules(project.record, project.set)) };
}
