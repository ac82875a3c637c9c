/**
 * Writes the counts of a CTRF report as outputs of the step and as a line of the job's summary. The GitHub Action runs this
 * file alone, so it imports nothing of the repository.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const COUNTS = { total: 'tests', passed: 'passed', failed: 'failed', skipped: 'skipped' };
const [file = ''] = process.argv.slice(2);
const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;

const summary = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).results?.summary : undefined;
// Only numbers leave the report: a line of text could set another output.
const counts = Object.entries(COUNTS).map(([name, key]) => [name, Number.isInteger(summary?.[key]) ? summary[key] : undefined]);
const known = counts.filter(([, count]) => count !== undefined);
const text = known.length === 0 ? 'The tests did not run.' : known.map(([name, count]) => `${count} ${name}`).join(', ');

if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, known.map(([name, count]) => `${name}=${count}\n`).join(''));
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `**Loadout tests:** ${text}\n\n`);
console.log(`Loadout tests: ${text}`);
