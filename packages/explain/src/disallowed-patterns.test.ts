import { defineTool } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { model } from '../../runner/src/run/scripted.test-kit.js';
import { explainCall } from './explain-call.js';

const look = defineTool({
  name: 'Look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  call: () => '',
});

describe('tools that are removed', () => {
  it('stay, with a deny rule, if disallowedTools names a pattern (POOL-06)', async () => {
    const agent = await createAgent({
      customTools: [look],
      disallowedTools: ['Look(x:1)'],
      model: model([]),
      env: {},
    });
    expect(agent.pool.get('Look')).toBeDefined();
    expect((await explainCall(agent, { tool: 'Look', input: { x: 1 } })).behavior).toBe('deny');
    expect((await explainCall(agent, { tool: 'Look', input: { x: 2 } })).behavior).toBe('allow');
  });
});
