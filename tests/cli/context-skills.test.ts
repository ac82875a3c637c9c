import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

it('loadout context counts the skills that an agent has from the start, as its run sends them', async () => {
  const cwd = project({
    'agent.config.yaml':
      'skills: { notes: ./skills/notes, other: ./skills/other }\nagents: { a: { model: anthropic/claude-sonnet-4-5, skills: [notes] } }\n',
    'skills/notes/SKILL.md': `---\nname: notes\ndescription: Notes.\n---\n${'Write a note. '.repeat(8_000)}`,
    'skills/notes/form.md': 'Form.',
    'skills/other/SKILL.md': '---\nname: other\ndescription: Other.\n---\nOther.',
  });
  const { stdout, stderr } = await loadout(['context', '--json'], { cwd });
  expect(stderr).toBe('');
  const skills = JSON.parse(stdout).parts.filter(({ part }: { part: string }) => part.startsWith('skill '));
  expect(skills).toMatchObject([{ part: 'skill notes' }]);

  const api = await startMockApi({ replies: [{ text: 'Done.' }] });
  onTestFinished(() => api.close());
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', LOADOUT_STATE_DIR: join(cwd, '.state') };
  expect((await loadout(['run', 'a', 'Go.'], { cwd, env })).code).toBe(0);
  const body = api.requests.at(-1)?.body as { readonly messages: unknown } | undefined;
  const sent = JSON.stringify(body?.messages);
  const text = /The skill notes:.*?form\.md/.exec(sent)?.[0] ?? '';
  expect(skills[0].bytes).toBe(Buffer.byteLength(JSON.parse(`"${text}"`)));
});
