/**
 * Writes what `loadout rules try` printed into the summary of the job. Exits with its code if it failed; calls that were denied and would
 * be allowed are a warning, since the change may be meant. The GitHub Action runs this file alone, so it imports nothing of the repository.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const MOST_CHARS = 100_000;
const [file = '', code = ''] = process.argv.slice(2);
const { GITHUB_STEP_SUMMARY } = process.env;

// A text of a record or of a rule stays in the summary, in a block that it cannot end: in the log, it could be a command of the runner.
const whole = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
const text = whole.length <= MOST_CHARS ? whole : `${whole.slice(0, MOST_CHARS)}\n(cut)`;
const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));

if (GITHUB_STEP_SUMMARY && text !== '')
  appendFileSync(GITHUB_STEP_SUMMARY, `**Loadout rules**, against the base branch:\n\n${fence}text\n${text}\n${fence}\n\n`);
if (code === '1')
  console.log('::warning title=Loadout::Calls that were denied would be allowed. The summary of the job shows them.');
else if (code === '0') console.log('No call that was denied would be allowed.');
else process.exit(Number(code) || 1);
