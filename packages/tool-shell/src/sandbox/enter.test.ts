import { Sandbox } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { saidWithoutPackages } from '../testing/fresh-process.js';
import { sandboxPlan } from '../testing/sandbox-plan.js';

/** A sandbox plan and a PATH without bubblewrap. */
const withoutBubblewrap = (plan: Parameters<typeof sandboxPlan>[0] = {}) =>
  setUp({}, { services: [[Sandbox, sandboxPlan(plan)]], env: { PATH: '/nonexistent:relative' } });

describe('a sandbox that cannot be set up (SBX-04)', () => {
  it('is an error that says what to install, and nothing runs', async () => {
    const bench = await withoutBubblewrap({ position: { file: 'agent.config.yaml', line: 7, column: 3 } });
    const { isError, content } = await bench.call({ command: 'echo x' });
    expect(isError).toBe(true);
    expect(content).toContain(
      'The command was not run: the sandbox that this agent requires (agent.config.yaml:7) cannot be set up: bubblewrap is not installed.',
    );
    expect(content).toContain('apt-get install bubblewrap socat');
  });

  it('names the package when it is that which is missing', async () => {
    expect(await saidWithoutPackages({ sandbox: sandboxPlan() })).toContain(
      'cannot be set up: the package @anthropic-ai/sandbox-runtime is not installed.',
    );
  });

  it('where it is not required lets the command run, and says so each time', async () => {
    const bench = await withoutBubblewrap({ required: false });
    // Outside of the sandbox, the missing program is bash.
    expect((await bench.call({ command: 'echo x' })).content).toContain('bash could not be started');
    const plan = sandboxPlan({ required: false, network: { allowUnixSockets: ['/run/x'] } });
    const odd = await setUp({}, { services: [[Sandbox, plan]] });
    for (const _ of [1, 2])
      expect((await odd.call({ command: 'echo x' })).content).toMatch(/^\(This ran outside of a sandbox: .+\.\)\nx$/);
    expect((await odd.call({ command: 'true', run_in_background: true })).content).toContain('(This ran outside of a sandbox: ');
  });

  it('lets nothing run that was only allowed because of it', async () => {
    const bench = await withoutBubblewrap({ required: false, autoAllow: true });
    expect((await bench.call({ command: 'echo x' })).content).toContain('The command was not run');
  });
});
