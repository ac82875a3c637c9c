import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('loadout-plugin-x', { hookTypes: { x: {} } });
});
afterAll(() => sandbox.remove());

async function warningsOf(event: string, group: string) {
  const plugins = 'plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell", x: loadout-plugin-x }';
  const text = `${plugins}\nhooks: { ${event}: [${group}] }\nagents: { main: {} }\n`;
  const { warnings } = await load(sandbox.project({ 'agent.config.yaml': text }));
  return warnings.map(({ code, message, fix }) => `${code} ${message} ${fix}`);
}

describe('a hook that would never run, since a name is nearly that of a tool, causes a warning', () => {
  it.each([
    ['{ matcher: Wrte, hooks: [{ type: x }, { type: x }] }', 'hooks.PreToolUse[0].matcher', 'Write Write.'],
    ['{ matcher: "bash", hooks: [{ type: x }] }', 'hooks.PreToolUse[0].matcher', 'Write Bash.'],
    ['{ hooks: [{ type: x, if: "Bsh(git push:*)" }] }', 'hooks.PreToolUse[0].hooks[0].if', 'Write Bash.'],
  ])('%s', async (group, place, fix) => {
    const warnings = await warningsOf('PreToolUse', group);
    expect(warnings).toEqual([expect.stringMatching(/^CONFIG_HOOK_INVALID /)]);
    expect(warnings[0]).toContain(`${place} names no tool`);
    expect(warnings[0]).toContain(fix);
  });

  it.each([
    ['PreToolUse', '{ matcher: "Edit|MultiEdit|Write", hooks: [{ type: x }] }'],
    ['PreToolUse', '{ matcher: "mcp__crm__.*", hooks: [{ type: x }] }'],
    ['PreToolUse', '{ matcher: WebFetch, hooks: [{ type: x, if: "WebFetch(domain:a.example)" }] }'],
    ['PreToolUse', '{ matcher: Deploy, hooks: [{ type: x }] }'],
    ['SessionStart', '{ matcher: startup, hooks: [{ type: x }] }'],
  ])('%s %s causes none', async (event, group) => {
    expect(await warningsOf(event, group)).toEqual([]);
  });
});

describe('a hook whose script is not there', () => {
  const at = 'hooks.Stop[0].hooks[0].command';
  const warned = async (command: string, trusted = true) => {
    sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } });
    const text = `hooks: { Stop: [{ hooks: [{ type: command, command: ${JSON.stringify(command)} }] }] }\nagents: { main: {} }\n`;
    const cwd = sandbox.project({ 'agent.config.yaml': text, 'there.sh': '', 'hooks/there.py': '' });
    execFileSync('mkfifo', [join(cwd, 'pipe.sh')]);
    const trust = { file: join(cwd, 'none', 'trust.json') };
    const { warnings } = await load(cwd, trusted ? {} : { trust });
    return warnings.map(({ code, message }) => `${code} ${message}`);
  };

  it.each([
    ['./gone.sh', './gone.sh, which does not exist'],
    ['bash ./gone.sh --all', './gone.sh, which does not exist'],
    ['"$CLAUDE_PROJECT_DIR"/hooks/gone.py', './hooks/gone.py, which does not exist'],
    ['${configDir}/gone.sh', './gone.sh, which does not exist'],
    ['python3 hooks/gone.py', 'hooks/gone.py, which does not exist'],
    ['./pipe.sh', './pipe.sh, which is not a regular file'],
    ['./hooks', './hooks, which is not a regular file'],
    ['bash ./hooks', './hooks, which is not a regular file'],
    ['python3 ./gone', './gone, which does not exist'],
    ['./gone.sh && ./there.sh', './gone.sh, which does not exist'],
    ['./gone.sh | tee log', './gone.sh, which does not exist'],
    ['./gone.sh|tee log', './gone.sh, which does not exist'],
    ['./gone.sh>log', './gone.sh, which does not exist'],
    ['./gone.sh; ./there.sh', './gone.sh, which does not exist'],
    ['./gone.sh;./there.sh', './gone.sh, which does not exist'],
    ['bash gone.sh; exit $?', 'gone.sh, which does not exist'],
    ['./gone.sh; ./there.sh || true', './gone.sh, which does not exist'],
    ["./gone.sh 'a;true'", './gone.sh, which does not exist'],
    ['./gone.sh\n./there.sh', './gone.sh, which does not exist'],
  ])('causes a warning, before and after trust: %s', async (command, said) => {
    const warning = `CONFIG_HOOK_INVALID ${at} names ${said} (hook type command).`;
    expect([await warned(command), await warned(command, false)]).toEqual([[warning], [warning]]);
  });

  it.each([
    './there.sh',
    'sh there.sh',
    '"$CLAUDE_PROJECT_DIR"/hooks/there.py -v',
    'touch ./gone',
    'gone.sh',
    '$HOOKS/gone.sh',
    './node_modules/.bin/gone',
    '"./hooks/a there.sh"',
    'python ./hooks',
    'python3 hooks',
    'node ./hooks',
    './gone.sh || true',
    './gone.sh 2>/dev/null || exit 0',
    './gone.sh; true',
    './gone.sh ;:',
    './gone.sh; ./there.sh; exit 0;',
    './there.sh; ./gone.sh || true',
    './there.sh "a; b"; true',
    'if [ -x ./gone.sh ]; then ./gone.sh; fi',
    'cd hooks; ./gone.sh',
    'touch gone.sh; sh gone.sh',
    'set -e; ./gone.sh',
    'node -e "a; b"; ./gone.sh',
    'node dist/gone.js',
    'node ./packages/x/dist/gone.js --all',
    '"$CLAUDE_PROJECT_DIR"/build/gone.sh',
    './target/release/gone',
    './.venv/bin/python hooks/there.py',
    'venv/bin/python hooks/there.py',
    '[ -x ./gone.sh ] && ./gone.sh',
    'test ! -f gone.sh || sh gone.sh',
    'cd hooks && ./gone.sh',
  ])('causes none where it is there, is made later, may fail, or where only the shell knows: %s', async (command) =>
    expect(await warned(command)).toEqual([]),
  );
});
