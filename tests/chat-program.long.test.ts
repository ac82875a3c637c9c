import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Tmux } from '../packages/chat/src/screen/tmux.test-kit.js';
import { scripted } from './cli/scripted.js';
import { bin, loadout } from './lib/loadout.js';

const files = { 'notes.txt': 'Buy bread.\n' };
const read = { tools: [{ Read: { file_path: 'notes.txt' } }] };
const edit = { tools: [{ Edit: { file_path: 'notes.txt', old_string: 'bread', new_string: 'milk' } }] };
const LOADOUT = `HOME=$PWD/.home ${process.execPath} ${bin}`;

/** A shell in a project, with 40 lines of the user in its scrollback. */
async function shellIn(turns: readonly unknown[]) {
  const cwd = scripted({ turns, files });
  const tmux = new Tmux({ columns: 100, rows: 24 });
  tmux.type(`cd ${cwd} && mkdir -p .home && clear && seq -f 'mine-%g' 40`);
  await tmux.shows('mine-40');
  return { cwd, tmux };
}

const mine = (tmux: Tmux) => tmux.lines().filter((line) => /^mine-\d+$/.test(line)).length;

describe('the terminal program in tmux', () => {
  it('goes from a bare loadout over a question to a changed file, and keeps what stood there before', async () => {
    const { cwd, tmux } = await shellIn([read, edit, { text: '**Done** with it.' }]);
    tmux.type(LOADOUT);
    await tmux.shows('helper · demo · default');
    tmux.type('change it');
    await tmux.shows('y  yes, this once');
    // The question takes no key before a person can have read it: it is pressed until it counts, and lands in the editor before.
    await expect
      .poll(
        () => {
          tmux.key('y');
          return readFileSync(join(cwd, 'notes.txt'), 'utf8');
        },
        { interval: 500 },
      )
      .toBe('Buy milk.\n');
    await tmux.shows('Done with it.');
    expect(mine(tmux)).toBe(40);
  });

  it.each(['Ctrl+D', 'SIGTERM'] as const)('gives the terminal back as it was, after %s', async (end) => {
    const { cwd, tmux } = await shellIn([{ text: 'Hi.' }]);
    tmux.type('stty -g > before');
    tmux.type(`${LOADOUT} chat & echo $! > pid; fg > /dev/null; stty -g > after; echo ended`);
    await tmux.shows('helper · demo · default');
    if (end === 'Ctrl+D') tmux.key('C-d');
    else process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), end);
    await tmux.shows('ended');
    await expect.poll(() => readFileSync(join(cwd, 'after'), 'utf8')).toBe(readFileSync(join(cwd, 'before'), 'utf8'));
    expect(mine(tmux)).toBe(40);
  });

  it('goes to the shell with Ctrl+Z and comes back with fg', async () => {
    const { tmux } = await shellIn([{ text: 'Back.' }]);
    tmux.type(`${LOADOUT} chat`);
    await tmux.shows('helper · demo · default');
    tmux.key('C-z');
    await tmux.shows('Stopped');
    tmux.type('fg');
    tmux.type('hello');
    await tmux.shows('Back.');
  });

  it('is the plain chat in a simple terminal', async () => {
    const { tmux } = await shellIn([{ text: 'Plain answer.' }]);
    tmux.type(`TERM=dumb ${LOADOUT} chat`);
    await tmux.shows('/help lists the commands.');
    tmux.type('hello');
    await tmux.shows('Plain answer.');
    expect(tmux.lines().join('\n')).not.toContain('2004h');
  });

  it('gives the model the files that a prompt names, and none that a rule denies', async () => {
    const { cwd, tmux } = await shellIn([{ text: 'Read.' }]);
    tmux.type(`echo 'the secret' > secret.txt; ${LOADOUT} chat --deny 'Read(secret.txt)'`);
    await tmux.shows('helper · demo · default');
    tmux.type('see @notes.txt and @secret.txt ');
    await tmux.shows('Read.');
    const recorded = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.jsonl') && path.includes('session'))
      .map((path) => readFileSync(join(cwd, path), 'utf8'))
      .join('');
    expect(recorded).toContain('Buy bread.');
    expect(recorded).not.toContain('the secret');
  });

  it('can be continued after SIGKILL, and by no second chat before', async () => {
    const { cwd, tmux } = await shellIn([{ text: 'One.' }, { text: 'Two.' }]);
    tmux.type(`${LOADOUT} chat & echo $! > pid; fg`);
    await tmux.shows('helper · demo · default');
    tmux.type('first');
    await tmux.shows('done · 1 turn');
    const other = new Tmux({ columns: 100, rows: 24 });
    other.type(`cd ${cwd} && stty -g > before; ${LOADOUT} chat --continue; stty -g > after`);
    await other.shows('error SESSION_BUSY');
    await expect.poll(() => readFileSync(join(cwd, 'after'), 'utf8')).toBe(readFileSync(join(cwd, 'before'), 'utf8'));
    process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), 'SIGKILL');
    await tmux.shows('Killed');
    tmux.type(`${LOADOUT} chat --continue`);
    await tmux.shows('said last: One.');
    tmux.type('second');
    await tmux.shows('Two.');
  });

  it('goes on with what it has while the configuration is broken', async () => {
    const { cwd, tmux } = await shellIn([{ text: 'One.' }, { text: 'Two.' }]);
    tmux.type(`${LOADOUT} chat`);
    await tmux.shows('helper · demo · default');
    writeFileSync(join(cwd, 'agent.config.yaml'), 'agents: [');
    tmux.type('/reload ');
    await tmux.shows('error CONFIG');
    tmux.type('hello');
    await tmux.shows('One.');
  });

  it('leaves Ctrl+C to the pager while that has the terminal', async () => {
    const { tmux } = await shellIn([read, { text: 'Seen.' }, { text: 'Still here.' }]);
    tmux.type(`PAGER='cat > /dev/null; echo PAGING; sleep 600' ${LOADOUT} chat`);
    await tmux.shows('helper · demo · default');
    tmux.type('look');
    await tmux.shows('Seen.');
    tmux.key('C-o');
    await tmux.shows(/^PAGING$/m);
    tmux.key('C-c');
    await tmux.shows('helper · demo · default');
    tmux.type('go on');
    await tmux.shows('Still here.');
  });
});

const PLUGIN = `import { definePlugin, defineTool } from '@loadout/core';
const tool = (name, call) => defineTool({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, access: () => [], call });
const tools = [
  tool('Shout', () => { process.stdout.write('to stdout \\x1b[2J\\n'); console.log('to the log'); return 'shouted'; }),
  tool('Leave', () => process.exit(0)),
  tool('Deaf', () => new Promise(() => {})),
];
export default definePlugin({ name: 'own', setup: () => ({ tools }) });
`;

/** An MCP server that dies of its only tool. */
const SERVER = `import { createInterface } from 'node:readline';
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'docs', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'die', description: 'Dies.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
  'tools/call': () => process.exit(1),
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
});
`;

/** A chat whose agent has what does harm, in a shell that knows its settings from before. */
async function harmed(turns: readonly unknown[], config: Readonly<Record<string, unknown>> = { plugins: { own: './own.mjs' } }) {
  const cwd = scripted({ turns, files: { ...files, 'own.mjs': PLUGIN, 'server.mjs': SERVER }, config });
  const tmux = new Tmux({ columns: 100, rows: 24 });
  await loadout(['trust', '--folder'], { cwd, env: { LOADOUT_STATE_DIR: join(cwd, '.state') }, trust: false });
  tmux.type(`cd ${cwd} && mkdir -p .home && clear && stty -g > before && seq -f 'mine-%g' 40`);
  await tmux.shows('mine-40');
  tmux.type(`LOADOUT_STATE_DIR=$PWD/.state ${LOADOUT} chat; stty -g > after`);
  await tmux.shows('helper · demo · default');
  const given = () => ['before', 'after'].map((file) => readFileSync(join(cwd, file), 'utf8'));
  return { cwd, tmux, isGivenBack: () => given()[0] === given()[1] };
}

describe('the terminal program with a plugin that does harm', () => {
  it('shows what it writes as text above', async () => {
    const { tmux } = await harmed([{ tools: [{ own__Shout: {} }] }, { text: 'Heard.' }]);
    tmux.type('shout');
    await tmux.shows('Heard.');
    const text = tmux.lines().join('\n');
    expect(text).toMatch(/to stdout[\s\S]*to the log/);
    expect(mine(tmux)).toBe(40);
  });

  it('goes on when an MCP server dies, and says what became of the call and of the server', async () => {
    const config = {
      mcpServers: { docs: { command: process.execPath, args: ['server.mjs'] } },
      permissions: { allow: ['mcp__docs__die'] },
    };
    const { tmux } = await harmed(
      [{ tools: [{ mcp__docs__die: {} }] }, { text: 'It is gone.' }, { text: 'Still here.' }],
      config,
    );
    tmux.type('ask the server');
    await tmux.shows('It is gone.');
    expect(tmux.lines().join('\n')).toMatch(/✗ mcp__docs__die .*failed/);
    tmux.type('go on');
    await tmux.shows('Still here.');
    tmux.type('/mcp ');
    await tmux.shows('Servers:');
    await tmux.shows('docs');
    expect(mine(tmux)).toBe(40);
  });

  it('lets no hook that prints write on the screen, and gives its words to the model alone', async () => {
    const printing = (event: string) => ({
      [event]: [
        { hooks: [{ type: 'command', command: `printf '${event} prints \\033[2J\\033[?1049h'; printf 'and complains' >&2` }] },
      ],
    });
    const config = {
      hooks: { ...printing('SessionStart'), ...printing('UserPromptSubmit'), ...printing('PostToolUse'), ...printing('Stop') },
    };
    const { tmux } = await harmed([read, { text: 'Well done.' }], config);
    tmux.type('hello');
    await tmux.shows('Well done.');
    await tmux.shows('done · 2 turns');
    expect(mine(tmux)).toBe(40);
    expect(tmux.lines().join('\n')).not.toMatch(/^\S* prints/m);
    expect(tmux.run('display-message', '-p', '#{alternate_on}').trim()).toBe('0');
  });

  it.each(['Leave', 'Deaf'])('gives the terminal back after %s', async (name) => {
    const { tmux, isGivenBack } = await harmed([{ tools: [{ [`own__${name}`]: {} }] }]);
    tmux.type('harm');
    if (name === 'Deaf') {
      await tmux.shows('◌ own__Deaf');
      for (let at = 0; at < 3; at++) tmux.key('C-c');
    }
    if (name === 'Leave') await tmux.shows('ENDED_EARLY');
    await expect.poll(isGivenBack).toBe(true);
    expect(mine(tmux)).toBe(40);
  });
});
