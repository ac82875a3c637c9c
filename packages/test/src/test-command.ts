import { type CommandHost, defineCommand } from '@loadout/core/commands';
import { percent } from './coverage/coverage-lines.js';
import { coveredShare } from './coverage/coverage-of.js';
import { definition } from './definition.js';
import { writeFromSession } from './from-session/write-from-session.js';
import { type Around, inRoom } from './open-room.js';
import { shownFile } from './placed-failure.js';
import { readTestWish, type TestWish } from './read-test-wish.js';
import type { TestReport } from './runs/test-report.js';
import { staleCassettes } from './stale-cassettes.js';
import { testOnce } from './test-once.js';
import { eachChange } from './watch/each-change.js';

/** Runs tests. */
export default defineCommand(definition, async ({ positionals, flags }, host) => {
  const session = flags['from-session'];
  const wish = readTestWish(flags, { io: host, positionals });
  const around = { io: host, signal: host.signal };
  if (session !== undefined) return writeFromSession(wish, { ...around, session, write: flags.write });
  if (flags.stale) return (await listStale(wish, around)) > 0 ? 1 : 0;
  const code = flags.watch ? await watchTests(wish, around) : codeOf(await testOnce(wish, around), { wish, io: host });
  return host.signal.aborted ? (host.signal.reason as number) : code;
});

const codeOf = (report: TestReport, around: { readonly wish: TestWish; readonly io: CommandHost }): number =>
  report.tests.some(({ status }) => status === 'failed') || isUncovered(report, around) ? 1 : 0;

/** Says that the tests reach too little, if a share was asked for. */
function isUncovered(
  { coverage }: TestReport,
  { wish, io }: { readonly wish: Pick<TestWish, 'coverageMin'>; readonly io: Pick<CommandHost, 'tell'> },
): boolean {
  const { coverageMin } = wish;
  if (coverage === undefined || coverageMin === undefined || coveredShare(coverage) * 100 >= coverageMin) return false;
  io.tell(`The tests reach ${percent(coverage)} % of the parts, expected at least ${coverageMin} % (--coverage-min).\n`);
  return true;
}

/** Prints the cassettes that were recorded for another prompt, other tools or another model. Returns how many there are. */
const listStale = (wish: TestWish, around: Around): Promise<number> =>
  inRoom(wish, around, async ({ room, tests }) => {
    const found = await staleCassettes(tests, room);
    for (const { test, differences, again } of found) {
      const { file, line, column } = test.at(['model', 'cassette']);
      around.io.out(
        `${shownFile(file, room.root)}:${line}:${column}  ${test.name}: ${differences.join(', ')}. Record it: ${again}\n`,
      );
    }
    if (found.length === 0) around.io.out('No cassette is stale.\n');
    return found.length;
  });

/** Runs the tests after each change, until an interrupt. Returns 0. */
async function watchTests(wish: TestWish, around: Around): Promise<number> {
  await eachChange({
    ...around,
    file: wish.file,
    onWait: () => around.io.tell('Waiting for a change. Ctrl+C ends it.\n'),
    take: async ({ onRead }) => void (await testOnce(wish, { ...around, onRead })),
  });
  return 0;
}
