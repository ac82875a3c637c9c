import { afterAll, describe, expect, it } from 'vitest';
import { load, makeSandbox } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const OPTIONS = {
  type: 'object',
  properties: {
    scope: { type: 'string', enum: ['project', 'user'] },
    level: { enum: [1, 2] },
    paths: { type: 'array', items: { type: 'string' } },
    one: { type: 'array', items: { type: 'string' }, minItems: 1 },
    ids: { type: 'array', items: { type: 'integer' } },
    depth: { type: 'integer' },
  },
  additionalProperties: false,
};

/** Returns the problems of a configuration with this text as the options of a plugin. */
async function problemsOf(options: string) {
  sandbox.install('loadout-plugin-crm', { options: OPTIONS });
  const cwd = sandbox.project({
    'agent.config.yaml': `plugins:\n  crm: { use: loadout-plugin-crm, options: ${options} }\nagents: { a: { instructions: Hi. } }\n`,
  });
  return load(cwd).then(
    () => [],
    ({ problems }) => problems,
  );
}

describe('a wrong option of a plugin', () => {
  it.each([
    ['{ scope: projct }', 'Write "project".'],
    ['{ paths: src }', 'Write ["src"].'],
    ['{ depth: "3" }', 'Write 3 without quotes.'],
    ['{ scop: user }', 'Rename it to "scope".'],
    ['{ level: 9 }', '`loadout schema` shows your editor what fits here.'],
    ['{ one: [] }', '`loadout schema` shows your editor what fits here.'],
    ['{ paths: { x: 1 } }', '`loadout schema` shows your editor what fits here.'],
    ['{ ids: x }', '`loadout schema` shows your editor what fits here.'],
    ['{ paths: 3 }', '`loadout schema` shows your editor what fits here.'],
  ])('%s has the fix %s', async (options, fix) => {
    expect(await problemsOf(options)).toMatchObject([{ code: 'CONFIG_PLUGIN_OPTIONS', fix }]);
  });
});

it('a reference that is not closed is shown also where the file writes the text before it in another way', async () => {
  const text = 'instructions: "Say \\"hi\\" to ${oops"';
  const cwd = sandbox.project({ 'agent.config.yaml': `agents: { a: { ${text} } }\n` });
  await expect(load(cwd)).rejects.toMatchObject({
    problems: [{ code: 'CONFIG_INTERPOLATION', position: expect.objectContaining({ line: 1, column: 45 }) }],
  });
});

it('a reference that is not closed is shown where it begins, behind others', async () => {
  const text = '      Use ${configDir} and\n      ${workspace}, then ${oops\n';
  const cwd = sandbox.project({ 'agent.config.yaml': `agents:\n  a:\n    instructions: |\n${text}` });
  await expect(load(cwd)).rejects.toMatchObject({
    problems: [{ code: 'CONFIG_INTERPOLATION', position: expect.objectContaining({ line: 5, column: 26 }) }],
  });
});
