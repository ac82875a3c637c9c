import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadout, project } from '../../lib/loadout.js';
import { tried } from './blocks.test-kit.js';

/** The rest of the file of a reader who pastes a part of a configuration: tools, and the agents and models that pages name. */
const REST = `
plugins:
  fs: "@loadout/tool-fs"
  shell: "@loadout/tool-shell"
  agents: "@loadout/tool-agents"
  hooks: "@loadout/hooks"
providers: { other: { use: "@loadout/model-script" } }
agents:
  writer: { instructions: Write. }
  reviewer: { instructions: Review. }
`;

const isWorkflow = (text: string) => /^jobs:|^ *- (?:uses|run):/m.test(text);
const configs = tried('yaml').filter(({ text }) => !isWorkflow(text));

/** The files that a block names, so that a check finds them. */
const filesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(?<=["' ])\.\/[\w/-]+\.\w+/g)].map(([path]) => [path, '#!/bin/sh\n']));

/** A value for each variable and secret that a block names. */
const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/\$\{(?:env:|secret:)?(\w+)/g)].map(([, name = '']) => [name, 'value']));

describe('YAML of the pages (GAP-G1)', () => {
  it('is found', () => expect(configs.length).toBeGreaterThan(60));

  it.each(configs)('passes check: $page:$line', async ({ text }) => {
    const isPart = !/^plugins:/m.test(text);
    const cwd = project({
      ...filesIn(text),
      'rest.yaml': REST,
      'agent.config.yaml': `${isPart ? 'extends: ./rest.yaml\n' : ''}${text}`,
    });
    const { code, stdout, stderr } = await loadout(['check'], { cwd, env: variablesIn(text) });
    expect([code, stdout, stderr]).toEqual([0, expect.any(String), expect.any(String)]);
  });

  it.each(tried('yaml').filter(({ text }) => isWorkflow(text)))('is YAML: $page:$line', ({ text }) => {
    expect(parse(text)).toBeTypeOf('object');
  });
});

describe('JSON of the pages (GAP-G1)', () => {
  it.each(tried('json'))('is JSON: $page:$line', ({ text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object');
  });
});
