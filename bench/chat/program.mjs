import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMockApi } from '../../packages/testing/dist/index.js';
import { median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable } from '../lib/table.mjs';
import { openWindow, residentMb } from './window.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = [process.execPath, join(root, 'packages/cli/bin/loadout.js')];
/** A tenth of the time of the aim: ten minutes. */
const IDLE_SECONDS = 60;
const TURNS = 200;

const CONFIG = `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
agents:
  bench: { model: anthropic/bench, instructions: Answer., tools: ["*"] }
`;

/** A few lines of Markdown, as an answer is. */
const ANSWER =
  '## The answer\n\nIt has **some** words, `code` and a list:\n\n- one\n- two\n\n```js\nconst answer = 42;\n```\n\n'.repeat(8);

/** The terminal program of the chat: its start, its idle time and its memory. */
export async function chatProgramBench({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-chat-'));
  const api = await startMockApi({
    replies: (_, index) => ({ text: `${ANSWER}Answer ${index + 1}.` }),
    validate: false,
    keepBodies: false,
  });
  try {
    mkdirSync(join(folder, 'home'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules/@loadout'), join(folder, 'node_modules/@loadout'));
    writeFileSync(join(folder, 'agent.config.yaml'), CONFIG);
    const env = { PATH: process.env.PATH, HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: api.url };
    const place = { cwd: folder, env };
    await startRows(place, rounds);
    await longRows(place);
  } finally {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startRows(place, rounds) {
  const times = { version: [], chat: [] };
  for (let round = -1; round < rounds; round++) {
    const version = await timeTo(place, { argv: [...COMMAND, '--version'], shows: /\d+\.\d+\.\d+/ });
    const chat = await timeTo(place, { argv: [...COMMAND, 'chat'], shows: /›/ });
    // The first round fills the caches.
    if (round >= 0) times.version.push(version) && times.chat.push(chat);
  }
  const [version, chat] = [median(times.version), median(times.chat)];
  tell({
    id: 'chat.start',
    name: 'Prompt on the screen, against 1.3 of --version and 40 ms',
    value: chat,
    floor: 1.3 * version + 40,
    aim: 1,
  });
  printTable(
    `Start of a chat in tmux, ${rounds} rounds`,
    ['', 'ms'],
    [
      ['loadout --version', ms(version)],
      ['prompt on the screen', ms(chat)],
    ],
  );
}

async function timeTo(place, { argv, shows }) {
  const window = openWindow(place);
  try {
    return await window.start(argv, shows);
  } finally {
    window.close();
  }
}

async function longRows(place) {
  const window = openWindow(place);
  try {
    await window.start([...COMMAND, 'chat'], /bench · /);
    const { pid } = window;
    await window.press(/Answer 1\./, 'Go.', 'Enter');
    await wait(2000);
    const before = processorMs(pid);
    await wait(IDLE_SECONDS * 1000);
    const idle = ((processorMs(pid) - before) * 600) / IDLE_SECONDS;
    for (let turn = 2; turn <= TURNS; turn++) await window.press(new RegExp(`Answer ${turn}\\.`), 'Go.', 'Enter');
    const memory = residentMb(pid);
    tell({ id: 'chat.idle', name: 'Processor time of ten idle minutes, against 1 s', value: idle, floor: 1000, aim: 1 });
    tell({
      id: 'chat.memory',
      name: `Memory after ${TURNS} turns, against 120 MB`,
      value: memory,
      floor: 120,
      aim: 1,
      unit: 'MB',
    });
    printTable(
      'A chat that stays open',
      ['', ''],
      [
        ['processor time of ten idle minutes, ms', ms(idle)],
        [`memory after ${TURNS} turns, MB`, ms(memory)],
      ],
    );
  } finally {
    window.close();
  }
}

/** Linux counts in hundredths of a second. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
