import type { Elicitation } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { typed } from '../testing/typed-io.js';
import { elicitFrom } from './elicit.js';
import { Person } from './person.js';

const form = (properties: object, required: readonly string[] = []): Elicitation => ({
  source: 'github',
  message: 'Who are you?',
  mode: 'form',
  schema: { type: 'object', properties, required },
});

const never = { signal: new AbortController().signal };

async function answered(request: Elicitation, ...lines: readonly string[]) {
  const { io, told } = typed(...lines.map((line) => `${line}\n`));
  return { answer: await elicitFrom(new Person(io))(request, never), told: told() };
}

describe('a question of an MCP server on a terminal (MCP-15)', () => {
  const properties = {
    login: { type: 'string', title: 'Login', description: 'Your name there' },
    age: { type: 'integer' },
    score: { type: 'number' },
    stay: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'team'] },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }] },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
  };

  it('is answered field by field, with values of the types that it wants', async () => {
    const { answer, told } = await answered(form(properties, ['login']), 'ada', '41', '1.5', '1', '2', '1', '1 3');
    expect(answer).toEqual({
      action: 'accept',
      content: { login: 'ada', age: 41, score: 1.5, stay: true, plan: 'team', size: 's', tags: ['a', 'c'] },
    });
    expect(told).toContain('The MCP server github asks:\n     │ Who are you?\n[login] Login: Your name there\n');
    expect(told).toContain('  1. s - Small\nType a number, or your own answer; an empty line leaves it out.\n');
  });

  it('is asked again for a value of another type', async () => {
    const { answer, told } = await answered(form({ age: properties.age }), 'old', '4.5', '4');
    expect(answer).toEqual({ action: 'accept', content: { age: 4 } });
    expect(told.match(/(\S+) does not fit\. Expected: a whole number\./g)).toEqual([
      '"old" does not fit. Expected: a whole number.',
      '"4.5" does not fit. Expected: a whole number.',
    ]);
  });

  it('leaves out what nothing is typed for, and is declined where that is required', async () => {
    expect((await answered(form(properties, ['age']), '', '41', '', '', '', '', '')).answer).toEqual({
      action: 'accept',
      content: { age: 41 },
    });
    expect((await answered(form(properties, ['age']), 'ada', '')).answer).toEqual({ action: 'decline' });
    expect((await answered(form(properties))).answer).toEqual({ action: 'decline' });
  });

  it('is declined when it wants what cannot be typed', async () => {
    expect((await answered(form({ nested: { type: 'object' } }))).answer).toEqual({ action: 'decline' });
  });

  it.each([
    ['y', 'accept'],
    ['', 'decline'],
    ['n', 'decline'],
  ])('about an address is answered by %j with %s, and so is one without a field; nothing is opened', async (line, action) => {
    const request: Elicitation = { source: 'x', message: 'Log in.', mode: 'url', url: 'https://a.test/\x1b[2Jlogin' };
    const { answer, told } = await answered(request, line);
    expect(answer).toEqual({ action });
    expect((await answered(form({}), line)).answer).toMatchObject({ action });
    expect(told).toContain('It asks you to open: https://a.test/\\u{1b}[2Jlogin\n');
  });

  it('is cancelled when nobody waits for it any more', async () => {
    const answer = await elicitFrom(new Person(typed().io))(form(properties), { signal: AbortSignal.abort() });
    expect(answer).toEqual({ action: 'cancel' });
  });
});
