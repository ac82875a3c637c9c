import { expect, it } from 'vitest';
import { typed } from '../testing/typed-io.js';
import { settleDoubt } from './settle-doubt.js';

const doubt = { doubt: 'reviwer', near: 'reviewer', available: ['reviewer'] };

it('a person at the terminal says what the word is (U3)', async () => {
  const [agent, prompt] = [typed('a\n'), typed('p\n')];
  expect(await settleDoubt(doubt, { io: agent.io, isAsked: true })).toEqual({ agent: 'reviewer', prompt: undefined });
  expect(await settleDoubt(doubt, { io: prompt.io, isAsked: true })).toEqual({ agent: 'reviewer', prompt: 'reviwer' });
  expect(agent.told()).toBe('There is no agent "reviwer". [a] run the agent reviewer  [p] send it as the prompt  [N] stop: ');
});

it.each([['\n'], ['no\n'], []])('any other answer stops: %j (U3)', async (...pieces) => {
  const { io } = typed(...pieces);
  await expect(settleDoubt(doubt, { io, isAsked: true })).rejects.toMatchObject({ code: 'USAGE_AGENT_OR_PROMPT' });
});

it('with several agents the word cannot be sent, because nobody knows to whom (U3)', async () => {
  const { io, told } = typed('p\n');
  const several = { ...doubt, available: ['reviewer', 'writer'] };
  await expect(settleDoubt(several, { io, isAsked: true })).rejects.toThrow('no agent "reviwer"');
  expect(told()).not.toContain('[p]');
});

it('without a person it is an error that names the nearest agent and the way to send it (U3)', async () => {
  const { io, told } = typed('a\n');
  await expect(settleDoubt(doubt, { io, isAsked: false })).rejects.toMatchObject({
    message: expect.stringMatching(/no agent "reviwer".*Did you mean reviewer\?/),
    fix: expect.stringContaining('loadout run -- "reviwer"'),
  });
  expect(told()).toBe('');
});
