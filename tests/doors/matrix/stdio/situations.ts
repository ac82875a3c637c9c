import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { ClientRow } from '../client-row.js';
import { megabytesOf, SLEEP, type Started, sleeper, started } from './started.js';
import { matrixProject, type StdioClient } from './stdio-client.js';

const SLEEPING = [{ tools: [{ Bash: { command: SLEEP } }] }, { text: 'Next.' }];
const CROWD = 200;
/** More than every pipe on the way holds. */
const LOUD = { tools: Array.from({ length: 40 }, () => ({ Bash: { command: "head -c 25000 /dev/zero | tr '\\0' x" } })) };
const touch = (name: string) => ({ tools: [{ Bash: { command: `touch ${name}` } }] });
const LONG = `${'y'.repeat(100_000)} Done.`;
/** The command in use is far below it, and what it would keep of a flood far above it. */
const MOST_MEGABYTES = 700;

/** The cells of a client that speaks to the command over its standard input and output. */
export const stdioRow = (client: StdioClient): ClientRow => ({
  client: client.name,
  cells: {
    abort: () => abort(client),
    'slow reader': () => slowReader(client),
    'lost connection': () => lostConnection(client),
    '200 sessions at once': client.hasSessions ? () => crowd(client) : { cannot: 'One process is one session.' },
    'hostile client': () => hostile(client),
  },
});

const start = ({ argv }: StdioClient, turns: readonly object[]) => started({ argv, cwd: matrixProject(turns) });

/** A prompt that is taken back ends at once with all that it started, and the next one is answered. */
async function abort(client: StdioClient): Promise<void> {
  const at = await start(client, SLEEPING);
  const { ask, abort: takeBack } = await client.connect(at);
  const answer = ask('Sleep.');
  const command = await sleeper(at.cwd);
  await takeBack();
  expect(await answer).toBe('aborted');
  await command.gone();
  expect(await ask('Go on.')).toBe('Next.');
}

/** A client that reads nothing for a while holds up no work, and misses nothing of it. */
async function slowReader(client: StdioClient): Promise<void> {
  const at = await start(client, [touch('begun'), LOUD, touch('finished'), { text: LONG }]);
  const { ask } = await client.connect(at);
  const answer = ask('Be loud.');
  await expect.poll(() => existsSync(join(at.cwd, 'begun'))).toBe(true);
  at.hold();
  await expect.poll(() => existsSync(join(at.cwd, 'finished'))).toBe(true);
  expect(megabytesOf(at.pid)).toBeLessThan(MOST_MEGABYTES);
  at.letGo();
  const text = await answer;
  expect([text.length, text.slice(-6)]).toEqual([LONG.length, ' Done.']);
}

/** A client that is killed, or closes its end, leaves no process, whatever is under way. */
async function lostConnection(client: StdioClient): Promise<void> {
  const leaving = [(at: Started) => at.killClient(), ...(client.endsWithInput ? [(at: Started) => void at.stdin.end()] : [])];
  for (const leave of leaving) {
    const at = await start(client, SLEEPING);
    const { ask } = await client.connect(at);
    ask('Sleep.').catch(() => {});
    const command = await sleeper(at.cwd);
    leave(at);
    await at.gone();
    await command.gone();
  }
}

/** Many sessions of one process have each their own answer. */
async function crowd(client: StdioClient): Promise<void> {
  const { askAnew } = await client.connect(await start(client, [{ text: 'Asked: {{prompt}}' }]));
  const numbers = Array.from({ length: CROWD }, (_, number) => `Number ${number}.`);
  const answers = await Promise.all(numbers.map((prompt) => askAnew(prompt)));
  expect(answers).toEqual(numbers.map((prompt) => `Asked: ${prompt}`));
}

/** A command survives what no client writes, and a line without an end does not stay in its memory. */
async function hostile(client: StdioClient): Promise<void> {
  // The client of ACP writes each answer to nothing to the console, with its whole id.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => quiet.mockRestore());
  const at = await start(client, [{ text: 'Still here.' }]);
  for (const line of client.nonsense) await new Promise((taken) => at.stdin.write(line, taken));
  expect(await (await client.connect(at)).ask('Hi.')).toBe('Still here.');
  expect(await endlessLine(at)).toBeLessThan(MOST_MEGABYTES);
  await at.gone();
}

const GIGABYTE = 1024 ** 3;

/** Writes a line of a gigabyte, and returns the most memory that the command had in use, in megabytes. */
async function endlessLine({ pid, stdin }: Started): Promise<number> {
  const piece = Buffer.alloc(4 * 1024 ** 2, 'x');
  let most = 0;
  for (let written = 0; written < GIGABYTE && existsSync(`/proc/${pid}/status`); written += piece.length) {
    await new Promise((taken) => stdin.write(piece, taken));
    if (existsSync(`/proc/${pid}/status`)) most = Math.max(most, megabytesOf(pid));
  }
  return most;
}
