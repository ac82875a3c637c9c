import type { CommandHost } from '@loadout/core/commands';
import { reviewRules } from '../review/review-rules.js';
import { propose } from '../suggest/propose.js';
import type { PlaceFlags } from './place-flags.js';
import { readProject } from './project.js';
import { reviewJson } from './review-text.js';
import { headingsOf, notesOf, suggestionsJson, summaryText } from './suggestions-text.js';

/**
 * Says what `loadout rules suggest --json` says, with the words of its text. Nothing of the project runs. The tab of `loadout view` shows
 * it.
 */
export async function suggestions(flags: PlaceFlags, host: Pick<CommandHost, 'cwd' | 'env' | 'hide'>) {
  const project = await readProject(flags, host);
  const found = await propose(project.record, project.set);
  const written = reviewJson(reviewRules(project.record, project.set), host.cwd);
  return {
    ...suggestionsJson(found, project),
    written,
    summary: summaryText(found),
    headings: headingsOf(found.rules),
    notes: notesOf(project.record),
  };
}
