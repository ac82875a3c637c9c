import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const CONFIG = `agents:
  helper: { model: script/demo, instructions: Answer. }
  other: { model: script/demo, instructions: Answer. }
providers:
  script:
    use: "@loadout/model-script"
    options:
      file: missing.script.yaml
`;

it.each([['check'], ['run']])(
  '%s reports a missing script at the provider that names it, once, and not at an agent (U6)',
  async (command) => {
    const args = command === 'run' ? ['run', 'helper', 'Hi.'] : [command];
    const { code, stdout, stderr } = await loadout(args, { cwd: project({ 'agent.config.yaml': CONFIG }) });
    const said = stdout + stderr;
    expect([code, said.match(/SCRIPT_UNREADABLE/g)]).toEqual([2, ['SCRIPT_UNREADABLE']]);
    expect(said).toMatch(/agent\.config\.yaml:[5-8]:/);
    expect(said).toContain('missing.script.yaml');
  },
);
