import { expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { endedRun, postTo, servedAt } from './drivers/http.js';

const QUESTION = { question: 'Which colour?', header: 'Colour', options: ['Red', 'Blue'].map(optionOf), multiSelect: false };

function optionOf(label: string) {
  return { label, description: label };
}

it('a question of a server that is gone is shown with its choices by the next one, and answered once', async () => {
  const cwd = scripted({
    turns: [{ tools: [{ AskUserQuestion: { questions: [QUESTION] } }] }, { text: 'Painted.' }],
    config: { plugins: { session: '@loadout/tool-session' } },
  });
  const first = await servedAt(cwd);
  const { id } = await postTo(`${first.url}/runs`, { prompt: 'Paint.', approvals: 'ask' });
  await endedRun(first.url, id);
  await first.end();
  const { url } = await servedAt(cwd);
  const waiting = await endedRun(url, id);
  expect(waiting).toMatchObject({
    state: 'waiting',
    asks: [{ questions: [{ question: 'Which colour?', choices: ['Red', 'Blue'] }] }],
  });
  const answer = { call: waiting.asks?.[0]?.call, behavior: 'allow', texts: ['Blue'] };
  const { id: next } = await postTo(`${url}/runs/${id}/answers`, answer);
  expect((await endedRun(url, next)).result).toMatchObject({ outcome: 'success', text: 'Painted.' });
  await expect(postTo(`${url}/runs/${id}/answers`, answer)).rejects.toThrow('waits for no answer');
});
