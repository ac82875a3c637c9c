import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyTool, ToolRole } from '@loadout/core';
import { assembleToolPool } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, tempFolder } from '../run/scripted.test-kit.js';
import { toolWith } from './find-tools.js';

const withRole = (name: string, role: ToolRole, call: Parameters<typeof reader>[1] = () => name): AnyTool => ({
  ...reader(name, call),
  role,
});

describe('a tool with a role', () => {
  it('starts agents and loads skills under its own name in the lists for the model', async () => {
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, customTools: [withRole('Delegate', 'starts-agents')] });
    expect(JSON.stringify(scripted.requests[0]?.system)).toContain('Agents that the tool Delegate can start');
  });

  it('has no list where only its name is that of another', async () => {
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, customTools: [reader('Agent', () => 'x')] });
    expect(JSON.stringify(scripted.requests[0]?.system)).not.toContain('Agents that the tool');
  });

  it('reads the files that a prompt names, and takes the place of ReadResult', async () => {
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'a.txt'), 'hello');
    const inputs: unknown[] = [];
    const read = withRole('Look', 'reads-files', (input) => {
      inputs.push(input);
      return 'the text of a.txt';
    });
    const scripted = model([{ text: 'Done.' }]);
    await runAgent({ model: scripted, workspace, customTools: [read], prompt: 'See @a.txt', expandsMentions: true });
    expect(inputs).toEqual([{ file_path: join(workspace, 'a.txt') }]);
    expect(JSON.stringify(scripted.requests[0]?.messages)).toContain('Result of calling the Look tool');
    expect(scripted.requests[0]?.tools.map(({ name }) => name)).toEqual(['Look']);
  });

  it('is found by the first of several, and never among the tools of an MCP server', () => {
    const [one, other] = [withRole('One', 'reads-files'), withRole('Other', 'reads-files')];
    expect(toolWith(assembleToolPool({ baseTools: [one, other] }), 'reads-files')?.name).toBe('One');
    expect(toolWith(assembleToolPool({ baseTools: [one] }), 'finds-files')).toBeUndefined();
    const ofServer = { ...withRole('mcp__files__read', 'reads-files') };
    expect(toolWith(assembleToolPool({ baseTools: [], mcpTools: [ofServer] }), 'reads-files')).toBeUndefined();
  });
});
