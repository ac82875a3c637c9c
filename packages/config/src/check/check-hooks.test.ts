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
