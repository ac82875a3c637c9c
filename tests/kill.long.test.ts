import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project, startLoadout } from './lib/loadout.js';

const CALLS = 30;
const MOMENTS = 20;

/** Each call writes its number to a file, so that the test notices a call that ran twice. */
const script = `turns:\n${Array.from({ length: CALLS }, (_, n) => `  - tools: [{ Bash: { command: "echo ${n} >> calls.txt" } }]\n`).join('')}  - text: All ${CALLS} calls are made.\n`;

const CONFIG = `
plugins: { shell: "@loadout/tool-shell" }
providers: { script: { use: "@loadout/model-script", options: { file: ./run.script.yaml } } }
permissions: { allow: [Bash] }
agents:
  worker: { model: script/run, instructions: Work., tools: [Bash], prompt: Make all calls. }
`;

/** Different moments. Only the seed, which a failure prints, differs from run to run. */
function* moments(seed: number) {
  for (let state = seed; ; ) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

interface Transcript {
  readonly t: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly message?: {
    readonly role: string;
    readonly content: readonly { readonly type: string; readonly id?: string; readonly text?: string }[];
  };
}

const readTranscript = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Transcript);

describe('kill -9 at any moment, then resume', () => {
  it(`${MOMENTS} times: the transcript is whole, no call ran twice, the run ends as it would have`, async () => {
    const seed = Date.now() % 2 ** 31;
    const random = moments(seed);
    for (let round = 0; round < MOMENTS; round++) {
      const cwd = project({ 'agent.config.yaml': CONFIG, 'run.script.yaml': script });
      const env = { LOADOUT_STATE_DIR: join(cwd, '.state') };
      const killAfter = Math.floor((random.next().value ?? 0) * CALLS);
      const jitter = (random.next().value ?? 0) * 10;
      const first = await startLoadout(['run', '--output', 'stream-json'], { cwd, env });
      // The moment is a count of calls plus a few milliseconds: in the middle of a call, of a write, of a request.
      while (linesOf(join(cwd, 'calls.txt')).length < killAfter && first.running()) await pause(1);
      await pause(jitter);
      first.kill('SIGKILL');
      await first.finished;
      const second = await loadout(['resume', 'latest', '--output', 'json'], { cwd, env });
      const context = `seed ${seed}, round ${round}, killed after ${killAfter} calls and ${jitter.toFixed(1)} ms: ${second.stderr}`;
      if (second.code !== 0 && second.stderr.includes('SESSION_UNKNOWN')) continue; // Killed before the session began.
      expect(second.code, context).toBe(0);
      const result = JSON.parse(second.stdout) as { text: string; sessionId: string; transcript: string };
      expect(result.text, context).toBe(`All ${CALLS} calls are made.`);
      checkCalls(linesOf(join(cwd, 'calls.txt')), context);
      checkTranscript(readTranscript(result.transcript), context);
    }
  });
});

/** The interrupted call may have taken effect or not. No other call is missing, and none appears twice. */
function checkCalls(lines: readonly string[], context: string) {
  expect(new Set(lines).size, `${context}: a call ran twice`).toBe(lines.length);
  expect(lines.length, `${context}: more than one call is missing`).toBeGreaterThanOrEqual(CALLS - 1);
}

function checkTranscript(records: readonly Transcript[], context: string) {
  const asked = records.flatMap((record) =>
    record.message?.role === 'assistant'
      ? record.message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
      : [],
  );
  const answered = records.flatMap((record) => record.ids ?? []);
  expect(answered, `${context}: calls and results differ`).toEqual(asked);
  expect(asked, context).toHaveLength(CALLS);
  expect(records.at(-1)?.t, context).toBe('end');
}

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
