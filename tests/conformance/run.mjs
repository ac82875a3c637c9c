/** `npm run conformance`: runs the protocol's own test suite against the client and the server of the built packages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/lib/workspace.mjs';
import { startServer } from './served.mjs';
import { bringSuite } from './suite.mjs';

const AT_ONCE = 3;
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({ options: { scenario: { type: 'string' } } });

if (!existsSync(join(ROOT, 'packages', 'mcp', 'dist', 'index.js'))) {
  console.error('The packages are not built. Run: npm run build');
  process.exit(1);
}
const baseline = parse(readFileSync(path('baseline.yml'), 'utf8'));
const suite = await bringSuite();
const server = await startServer();
const sides = {
  client: ['--command', `${process.execPath} ${path('client.mjs')}`],
  server: ['--url', server.url],
};
let isWrong = false;
try {
  for (const [side, args] of Object.entries(sides)) {
    const names = (await suite.scenarios(side)).filter((name) => name === (values.scenario ?? name));
    const problems = await runAll(names, (name) => suite.run(side, name, args));
    // Some scenarios measure times, which grow on a busy machine. A failed scenario is tried again alone.
    const failed = [...problems].filter(([name, problem]) => problem !== '' && baseline[side]?.[name] === undefined);
    for (const [name] of failed) problems.set(name, await suite.run(side, name, args));
    isWrong = report(side, problems, baseline[side] ?? {}) || isWrong;
  }
} finally {
  await server.stop();
}
process.exitCode = isWrong ? 1 : 0;

/** Name -> problem. Runs several scenarios at a time. */
async function runAll(names, run) {
  const problems = new Map(names.map((name) => [name, '']));
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) problems.set(name, await run(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}

/** Prints the differences from the baseline and the counts. Returns whether there is a difference. */
function report(side, problems, known) {
  const isKnown = (name) => Object.hasOwn(known, name);
  const failed = [...problems].filter(([, problem]) => problem !== '');
  const fresh = failed.filter(([name]) => !isKnown(name));
  const better = [...problems].filter(([name, problem]) => problem === '' && isKnown(name));
  const unknown = values.scenario === undefined ? Object.keys(known).filter((name) => !problems.has(name)) : [];
  for (const [name, problem] of fresh) console.log(`${side} ${name} fails, and the baseline does not say so:\n${problem}`);
  for (const [name] of better) console.log(`${side} ${name} passes: take it out of tests/conformance/baseline.yml`);
  for (const name of unknown) console.log(`${side} ${name} is no scenario: take it out of tests/conformance/baseline.yml`);
  console.log(
    `${side}: ${problems.size - failed.length} of ${problems.size} scenarios pass, ${failed.length - fresh.length} fail as the baseline says`,
  );
  return fresh.length + better.length + unknown.length > 0;
}
