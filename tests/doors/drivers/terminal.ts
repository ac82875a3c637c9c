import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadout } from '../../lib/loadout.js';
import { type Terminal, terminal } from '../../lib/terminal.js';
import { ANSWER, type Door, PROMPTS, type Told } from '../scenario.js';
import { type Event, endOf, toldByEvents } from './events.js';

const CTRL_C = '\x03';
const CTRL_D = '\x04';
/** The prompt of a question, and of a chat. */
const PROMPT = /(?:\x1b\[0J|\n)> /;

/** The events of each run so far, from the trace that the command writes on request. */
function runsIn(cwd: string): readonly (readonly Event[])[] {
  const folder = join(cwd, 'traces');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const lines = names.flatMap((name) =>
    readFileSync(join(folder, name, 'trace.jsonl'), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  const runs: Event[][] = [[]];
  for (const event of lines.map((line) => JSON.parse(line) as Event)) {
    runs.at(-1)?.push(event);
    if (event.type === 'result') runs.push([]);
  }
  return runs;
}

interface Played {
  readonly cwd: string;
  readonly screen: string;
}

function told({ cwd, screen }: Played): Told {
  const [work = [], cancelled = [], resumed = [], endless = []] = runsIn(cwd);
  return {
    ...toldByEvents(work),
    approval: /(Bash) wants to run[\s\S]*?(touch made\.txt)/.exec(screen)?.slice(1).join(' '),
    question: /Which colour\?/.exec(screen)?.[0],
    cancel: endOf(cancelled),
    limit: endOf(endless),
    resumed: resumed.at(-1)?.result?.text,
  };
}

/** Answers the two questions of the work. */
async function answerAll(at: Terminal): Promise<string> {
  const approval = await at.sees(PROMPT);
  at.type('y\r');
  const question = await at.sees(PROMPT);
  at.type(`${ANSWER}\r`);
  return approval + question;
}

const trust = (cwd: string) => {
  const env = { LOADOUT_STATE_DIR: join(cwd, '.state') };
  return loadout(['trust', '--folder'], { cwd, env, trust: false }).then(() => env);
};

/** `loadout run` on a terminal: a process for each prompt. */
export const overRun: Door = {
  name: 'loadout run',
  async play(cwd) {
    const env = await trust(cwd);
    const run = (prompt: string, ...more: readonly string[]) =>
      terminal(['run', 'helper', prompt, '--trace', 'traces', ...more], cwd, env);
    const work = run(PROMPTS.work);
    const screen = await answerAll(work);
    await work.code;
    const waiting = run(PROMPTS.cancelled, '--resume', 'latest');
    await waiting.sees(/Bash cat gate \d/);
    waiting.type(CTRL_C);
    await waiting.code;
    for (const prompt of [PROMPTS.resumed, PROMPTS.endless]) await run(prompt, '--resume', 'latest').code;
    return told({ cwd, screen });
  },
};

/** `loadout chat` on a terminal: one process, one session. */
export const overTerminalChat: Door = {
  name: 'loadout chat',
  async play(cwd) {
    const env = await trust(cwd);
    const at = terminal(['chat', 'helper', '--trace', 'traces'], cwd, env);
    await at.sees(PROMPT);
    at.type(`${PROMPTS.work}\r`);
    const screen = await answerAll(at);
    await at.sees(PROMPT);
    at.type(`${PROMPTS.cancelled}\r`);
    await at.sees(/Bash cat gate \d/);
    at.type(CTRL_C);
    await at.sees(PROMPT);
    for (const prompt of [PROMPTS.resumed, PROMPTS.endless]) {
      at.type(`${prompt}\r`);
      await at.sees(PROMPT);
    }
    at.type(CTRL_D);
    await at.code;
    return told({ cwd, screen });
  },
};
