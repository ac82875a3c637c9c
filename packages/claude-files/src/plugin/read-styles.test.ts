import { expect, it } from 'vitest';
import { makeProject, mounted } from './mount.test-kit.js';

const style = (head: string, text: string) => `---\n${head}\n---\n${text}\n`;
const FILES = {
  '.claude-plugin/plugin.json': { name: 'review' },
  'output-styles/terse.md': style('name: Terse\ndescription: d', 'Be brief. See ${CLAUDE_PLUGIN_ROOT}/x.'),
  'output-styles/long.md': style('description: d', 'Explain all of it.'),
};
const instructions = (plan: { agents: Readonly<Record<string, { instructions?: string | undefined }>> }) =>
  plan.agents.main?.instructions;

it('an output style is told to every agent if the mount names it, and the others are named', async () => {
  const project = makeProject(mounted(FILES, { outputStyle: 'Terse' }));
  expect(instructions((await project.load()).plan) ?? '').toBe('');
  const { plan, warnings } = await project.trusted();
  expect(instructions(plan)).toBe(`Be brief. See ${project.cwd}/vendor/review/x.`);
  expect(warnings.map(({ message, fix }) => [message, fix])).toEqual([
    [
      'output-styles/long.md: the output style long is ignored: no output style is told unless the mount names it.',
      'Write outputStyle: long beside claude.',
    ],
  ]);
});

it('a style that its author forces needs no choice', async () => {
  const forced = { 'output-styles/own.md': style('force-for-plugin: true', 'Always so.') };
  const { plan } = await makeProject(mounted({ '.claude-plugin/plugin.json': { name: 'review' }, ...forced })).trusted();
  expect(instructions(plan)).toBe('Always so.');
});

it('a style that the plugin does not have is an error that names those it has', async () => {
  expect(await makeProject(mounted(FILES, { outputStyle: 'Tersee' })).problems()).toEqual([
    expect.stringMatching(/the plugin has no output style "Tersee"; it has: long, Terse\.$/),
  ]);
});
