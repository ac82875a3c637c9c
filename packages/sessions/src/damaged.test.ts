import { readFileSync, writeFileSync } from 'node:fs';
import { isLoadoutError } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { breadth } from '../../../tests/lib/breadth.js';
import { model, reader, runAgent, type Step, writer } from '../../runner/src/run/scripted.test-kit.js';
import { withoutSum, withSum } from './native-format.js';
import { replaySession } from './replay.js';

const FLIPS = breadth(1_000, 200);
const script: readonly Step[] = [
  { text: 'I look.', calls: [{ name: 'Look', input: { deep: [1, { two: null }] } }, { name: 'Change' }] },
  { calls: [{ name: 'Look' }] },
  { text: 'All done.' },
];

async function recorded() {
  const options = {
    customTools: [reader('Look', () => 'seen'), writer('Change', () => 'changed')],
    model: model((request) => script[request.messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'More.' }),
  };
  const { run, workspace } = await runAgent(options);
  const resume = () => runAgent({ ...options, workspace, prompt: 'More?', run: { resume: run.sessionId } });
  return { file: run.transcript, bytes: readFileSync(run.transcript), resume };
}

/** Gives the same numbers for one seed. */
function* randomly(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The file with a text replaced, and with the checksums of what it then holds. */
const rewritten = (bytes: Buffer, [found, put]: readonly [string, string]) =>
  bytes
    .toString('utf8')
    .split('\n')
    .map((line) => (line.includes(found) ? withSum((withoutSum(line) ?? '').replace(found, put)) : line))
    .join('\n');

describe('a damaged session (F10)', () => {
  it(`says so with its line, or is read as it was: ${FLIPS} flipped bits`, async () => {
    const { file, bytes } = await recorded();
    const before = JSON.stringify(replaySession(file).messages);
    const random = randomly(20261122);
    const lastByte = bytes.length - 1;
    for (let flip = 0; flip < FLIPS; flip++) {
      const at = Math.floor(random.next().value * bytes.length);
      const bit = Math.floor(random.next().value * 8);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      writeFileSync(file, damaged);
      const read = attempt(() => JSON.stringify(replaySession(file).messages));
      const where = `bit ${bit} of byte ${at}`;
      if (read.error !== undefined) {
        expect(isLoadoutError(read.error) && read.error.code, where).toBe('SESSION_DAMAGED');
        expect((read.error as Error).message, where).toMatch(/ is damaged at line \d+/);
      } else if (at !== lastByte) expect(read.value, where).toBe(before);
    }
  });

  it('can be opened again after each failure, and continues once repaired', async () => {
    const { file, bytes, resume } = await recorded();
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    for (const [index] of lines.entries()) {
      writeFileSync(file, `${lines.map((line, at) => (at === index ? line.replace('"', "'") : line)).join('\n')}\n`);
      for (const _ of ['once', 'again'])
        await expect(resume(), `line ${index + 1}`).rejects.toMatchObject({
          code: 'SESSION_DAMAGED',
          message: expect.stringContaining(`line ${index + 1}`),
        });
    }
    writeFileSync(file, bytes);
    expect((await resume()).result).toMatchObject({ outcome: 'success', text: 'More.' });
  });

  it.each([
    ['a call without its result', '"ids":["call_0_0","call_0_1"]', '"ids":["call_0_0"]', 'the call call_0_1 has no result'],
    [
      'a result without its call',
      '"type":"tool_use","id":"call_0_1"',
      '"type":"tool_use","id":"call_0_9"',
      'call_0_1 answers no call',
    ],
  ])('whose lines are whole is refused for %s', async (_, found, put, problem) => {
    const { file, bytes, resume } = await recorded();
    expect(bytes.toString('utf8')).toContain(found);
    writeFileSync(file, rewritten(bytes, [found, put]));
    for (const _ of ['once', 'again'])
      await expect(resume()).rejects.toMatchObject({ code: 'SESSION_DAMAGED', message: expect.stringContaining(problem) });
  });

  it('is refused for a header of another version, since no field of a whole line is looked at', async () => {
    const { file, bytes, resume } = await recorded();
    writeFileSync(file, rewritten(bytes, ['"version":1', '"version":2']));
    await expect(resume()).rejects.toMatchObject({
      code: 'SESSION_DAMAGED',
      message: expect.stringContaining('line 1: its format is version 2, and this Loadout reads version 1'),
    });
  });

  it('is refused for a line without its checksum', async () => {
    const { file, bytes, resume } = await recorded();
    writeFileSync(file, bytes.toString('utf8').replace(/,"sum":"[0-9a-f]{8}"(?=\}\n$)/, ''));
    await expect(resume()).rejects.toMatchObject({
      code: 'SESSION_DAMAGED',
      message: expect.stringContaining('by its checksum'),
    });
  });

  it('reports an incomplete last line that was left out', async () => {
    const { file, bytes, resume } = await recorded();
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('{"t":"message","mess')]));
    const { events, result } = await resume();
    expect(result.outcome).toBe('success');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', message: expect.stringContaining('was not whole (20 bytes) and was left out') }),
    );
  });
});

function attempt<T>(work: () => T): { readonly value?: T; readonly error?: unknown } {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
