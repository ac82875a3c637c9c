import { type HookSet, LoadoutError } from '@loadout/core';
import { FAILURE_KINDS, type ModelEvent, type ModelProvider, type ModelRequest } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { isSummaryRequest } from '../compact/compact.test-kit.js';
import { runAgent, tempFolder } from '../run/scripted.test-kit.js';

/** A model of which the requests of one kind break off so many times, with one failure. All others are answered. */
function failing(code: string, isMeant: (request: ModelRequest) => boolean, times = 1) {
  let asked = 0;
  const model: ModelProvider = {
    name: 'failing',
    async *stream(request): AsyncGenerator<ModelEvent> {
      const fails = isMeant(request) && ++asked <= times;
      yield { type: 'start', id: 'msg', model: request.model };
      yield { type: 'block', block: { type: 'text', text: fails ? 'Half' : 'Whole.' } };
      if (fails) throw new LoadoutError(code, `It fails with ${code}.`, { retryAfterMs: 1 });
      yield { type: 'end', stopReason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } };
    },
  };
  return { model, asked: () => asked };
}

/** Compacts a conversation of one answer. */
async function compacted(model: ModelProvider) {
  const agent = await createAgent({ model, workspace: tempFolder(), sessionsDir: tempFolder() });
  const conversation = await agent.open();
  await conversation.ask('Go.');
  const { outcome } = await conversation.compact();
  await conversation.close();
  await agent.close();
  return outcome;
}

const KINDS = Object.entries(FAILURE_KINDS).filter(([code]) => code !== 'MODEL_PROMPT_TOO_LONG');

describe('an answer of which only the text counts', () => {
  it.each(KINDS)('of a small model: one that broke off with %s is asked for again if that %s', async (code, kind) => {
    const { model, asked } = failing(code, ({ messages }) => JSON.stringify(messages).includes('A small question.'));
    let answer = 'none';
    const hooks: HookSet = {
      Stop: async (_, __, { smallModel, signal }) => {
        answer = (await smallModel?.ask({ prompt: 'A small question.', signal })) ?? 'no model';
      },
    };
    await runAgent({ model, smallModel: 'small', hooks });
    expect([answer, asked()]).toEqual(kind === 'passes' ? ['Whole.', 2] : ['none', 1]);
  });

  it.each(KINDS)('of a summary: one that broke off with %s is asked for again if that %s', async (code, kind) => {
    const { model, asked } = failing(code, isSummaryRequest);
    expect([await compacted(model), asked()]).toEqual(kind === 'passes' ? ['success', 2] : ['error_model', 1]);
  });

  it('is asked for three times at most', async () => {
    const { model, asked } = failing('MODEL_SERVER_ERROR', isSummaryRequest, 9);
    expect([await compacted(model), asked()]).toEqual(['error_model', 3]);
  });
});
