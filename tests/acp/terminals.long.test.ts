import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { type EditorWish, editor } from './editor.test-kit.js';

const bash = (command: string) => ({ tools: [{ Bash: { command } }] });
const folder = (command: string, config = {}) =>
  scripted({ turns: [bash(command), { text: 'Done.' }], config: { permissions: { allow: ['Bash'] }, ...config } });

async function played(wish: EditorWish) {
  const at = await editor(wish);
  const reason = await at.prompt(await at.session(), 'Go.');
  const contents = at.of('tool_call_update').map(({ content }) => content?.map((one) => one.type).join() ?? '');
  return { at, reason, contents, last: at.of('tool_call_update').at(-1) };
}

/** Terminals of an editor, which run programs. */
function terminals() {
  const released: string[] = [];
  const ran: { output: string; code: number | null }[] = [];
  const terminal = {
    create: async ({ command, args = [] }: { command: string; args?: string[] }) => {
      const child = spawn(command, args);
      const one: (typeof ran)[number] = { output: '', code: null };
      const at = ran.push(one);
      child.stdout.on('data', (bytes: Buffer) => (one.output += bytes.toString()));
      child.on('close', (code) => (one.code = code));
      return { terminalId: String(at) };
    },
    waitForExit: async ({ terminalId }: { terminalId: string }) => {
      await expect.poll(() => ran[Number(terminalId) - 1]?.code).not.toBe(null);
      return { exitCode: ran[Number(terminalId) - 1]?.code ?? null };
    },
    release: async ({ terminalId }: { terminalId: string }) => void released.push(terminalId),
  };
  return { terminal, ran, released };
}

describe('a terminal of the editor', () => {
  it('shows what a command prints and how it ends, and is given back', async () => {
    const { terminal, ran, released } = terminals();
    const { last, reason } = await played({ cwd: folder('echo out; echo err >&2; exit 3'), terminal });
    expect([reason, last?.content?.map(({ type }) => type)]).toEqual(['end_turn', ['terminal', 'content']]);
    await expect.poll(() => released).toEqual(['1']);
    expect(ran).toEqual([{ output: expect.stringMatching(/^(?:out\nerr|err\nout)\n$/), code: 3 }]);
  });

  it('is in the place of the text for a command that ends well', async () => {
    const { terminal } = terminals();
    const { last } = await played({ cwd: folder('for i in 1 2 3; do echo $i; done'), terminal });
    expect(last?.content).toEqual([{ type: 'terminal', terminalId: '1' }]);
  });

  it('runs no command of the agent: a denied one opens none', async () => {
    const { terminal, ran } = terminals();
    const { last } = await played({ cwd: folder('echo out', { permissions: { deny: ['Bash'] } }), terminal });
    expect([ran, last?.status]).toEqual([[], 'failed']);
  });

  it('that fails, never opens, or has no name, leaves the text, and the command is as without it', async () => {
    const lies = [{}, { terminalId: 7 }, { terminalId: '' }, null].map((answer) => async () => answer as never);
    for (const create of [() => Promise.reject(new Error('none')), () => new Promise<never>(() => {}), ...lies]) {
      const terminal = { ...terminals().terminal, create };
      const { last } = await played({ cwd: folder('echo out'), terminal });
      expect(JSON.stringify(last?.content)).toContain('out');
    }
  });

  it('of an editor that hangs is waited for once', async () => {
    let asked = 0;
    const create = () => {
      asked += 1;
      return new Promise<never>(() => {});
    };
    const cwd = scripted({
      turns: [bash('echo one'), bash('echo two'), { text: 'Done.' }],
      config: { permissions: { allow: ['Bash'] } },
    });
    const { last } = await played({ cwd, terminal: { ...terminals().terminal, create } });
    expect([asked, JSON.stringify(last?.content).includes('two')]).toEqual([1, true]);
  });

  it('is used only of a client that offers it', async () => {
    const { terminal, ran } = terminals();
    const { contents } = await played({ cwd: folder('echo out'), capabilities: {}, terminal });
    expect([ran, contents.join().includes('terminal')]).toEqual([[], false]);
  });
});
