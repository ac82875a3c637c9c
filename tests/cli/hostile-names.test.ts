import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

/** The name of a file in a repository that clears the terminal which shows it. */
const EVIL = 'base\x1b[2J\x1b]0;title\x07.json';

it.each([[['list', 'agents']], [['list', 'plugins']], [['config', 'print', '--origins']], [['models']], [['check']]])(
  '%j lets no name of a file of the repository steer the terminal',
  async (args) => {
    const cwd = project({
      'agent.config.json': JSON.stringify({ extends: [`./${EVIL}`], agents: { main: { instructions: 'x' } } }),
      [EVIL]: JSON.stringify({
        agents: { other: { instructions: 'x', model: 'own' } },
        models: { own: { provider: 'script', id: 'none' } },
        plugins: { fs: '@loadout/tool-fs' },
      }),
    });
    const { code, stdout, stderr } = await loadout(args, { cwd });
    expect([code, stdout + stderr]).toEqual([0, expect.not.stringMatching(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)]);
    expect(stdout).not.toBe('');
  },
);
