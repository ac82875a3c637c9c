import { createAgent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { model, planFor, tempFolder, writer } from '../../runner/src/run/scripted.test-kit.js';
import { explainCall } from './explain-call.js';
import { tryHooks } from './try-hooks.js';

const [read, note] = [writer('Read', () => ''), writer('Note', () => '')];
const deny = { behavior: 'deny', tool: 'Note' } as const;

it('an input that does not fit the tool is answered for the person who wrote it', async () => {
  const workspace = tempFolder();
  const strict = { ...writer('Note', () => ''), inputSchema: { type: 'object', required: ['text'] } as const };
  const agent = await createAgent({ plan: planFor(workspace), model: model([]), customTools: [strict], env: {} });
  await expect(explainCall(agent, { tool: 'Note', input: {} })).rejects.toMatchObject({
    code: 'CALL_INPUT',
    message: expect.stringContaining('text: is required'),
    fix: 'Write Note(text), or its whole input as JSON: \'Note({"key": "value"})\'.',
  });
  await agent.close();
});

describe('a call of a tool that the agent leaves out is explained by what leaves it out (GAP-F4)', () => {
  it.each([
    [{ tools: ['Read'] }, 'its list of tools leaves it out', 'Write under agents.a: tools: [Read, Note]'],
    [{ tools: [] }, 'its list of tools leaves it out', 'Write under agents.a: tools: [Note]'],
    [{ disallowedTools: ['No*'] }, '"No*" is denied or among disallowedTools', 'Remove "No*" from'],
    [{ permissions: { rules: [deny] } }, '"Note" is denied or among disallowedTools', 'Remove "Note" from permissions.deny'],
  ])('%j', async (changes, why, fix) => {
    const workspace = tempFolder();
    const { agents } = planFor(workspace);
    const plan = planFor(workspace, { agents: { a: { ...agents.a, ...changes } as (typeof agents)[string] } });
    const agent = await createAgent({ plan, model: model([]), customTools: [read, note], env: {} });
    const refusal = { code: 'TOOL_LEFT_OUT', message: `The agent a does not have the tool Note of the custom tools: ${why}.` };
    await expect(explainCall(agent, { tool: 'Note', input: {} })).rejects.toMatchObject({
      ...refusal,
      fix: expect.stringContaining(fix),
    });
    await expect(tryHooks(agent, { event: 'PreToolUse', tool: 'Note' })).rejects.toMatchObject(refusal);
    await expect(explainCall(agent, { tool: 'Nope', input: {} })).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
    const misspelt = { code: 'TOOL_UNKNOWN', message: 'There is no tool "Ntoe". Did you mean "Note"?' };
    await expect(explainCall(agent, { tool: 'Ntoe', input: {} })).rejects.toMatchObject(misspelt);
    await expect(tryHooks(agent, { event: 'PreToolUse', tool: 'Ntoe' })).rejects.toMatchObject(misspelt);
    await agent.close();
  });
});
