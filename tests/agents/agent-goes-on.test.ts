import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaySession } from '@loadout/sessions';
import { validateMessages } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  agentIdIn,
  cast,
  reader,
  resultsOf,
  runAgent,
  start,
  team,
  textOfRequest,
  until,
  writer,
} from './agents.test-kit.js';

describe('an agent that is resumed (AGENT-10, TOOL-AGENT-06)', () => {
  it('keeps its type and its history, from its own transcript', async () => {
    const model = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper', prompt: 'Remember 4711.' })] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)), prompt: 'Which number?', subagent_type: 'Explore' })] }
            : { text: 'done' },
      helper: [{ text: 'I remember.' }, { text: '4711' }],
    });
    const { result, run } = await runAgent({ ...team({}, { others: [agent('helper')] }), model });
    expect(result.outcome).toBe('success');
    expect(model.of('helper')[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    const [first, second] = resultsOf(model.of('lead'));
    expect(second?.text.startsWith('4711')).toBe(true);
    expect(agentIdIn(second?.text ?? '')).toBe(agentIdIn(first?.text ?? 'x'));
    const file = join(run.transcript.replace(/\.jsonl$/, ''), 'agents', `${agentIdIn(first?.text ?? '')}.jsonl`);
    expect(readFileSync(file, 'utf8')).toContain('Remember 4711.');
  });

  it('must be an ended agent of this session', async () => {
    const ids = ['agent_0123456789ab', '../../etc/passwd', 'helper'];
    const scripted = cast({ lead: [{ calls: ids.map((resume) => start({ resume })) }, { text: 'done' }] });
    await runAgent({ ...team(), model: scripted });
    for (const { isError, text } of resultsOf(scripted.of('lead')))
      expect([isError, text.includes('has no agent')]).toEqual([true, true]);
  });

  it('cannot be a running agent', async () => {
    const scripted = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper', run_in_background: true })] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)) }), { name: 'Open' }] }
            : { text: 'done' },
      helper: [{ calls: [{ name: 'Wait' }] }, { text: 'ok' }],
    });
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const tools = [
      reader('Wait', async () => {
        await opened;
        return '';
      }),
      // Alone, behind the calls before it.
      writer('Open', () => {
        open();
        return '';
      }),
    ];
    await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted, customTools: tools });
    expect(resultsOf(scripted.of('lead'))[1]).toMatchObject({ isError: true, text: expect.stringContaining('is still running') });
  });
});

describe('an interrupt (STATE-03)', () => {
  it('ends every subagent, leaves no process running and keeps a complete history', async () => {
    let hanging = 0;
    const hang = reader('Hang', (_, signal) => {
      hanging += 1;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(String(--hanging))));
    });
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'helper', run_in_background: true })] }],
      helper: () => ({ calls: [{ name: 'Hang' }] }),
    });
    const { result, run, events } = await runAgent({
      ...team({}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [hang],
      during: (started) => void until(() => hanging === 2).then(() => started.interrupt()),
    });
    expect(result.outcome).toBe('interrupted');
    expect(hanging).toBe(0);
    expect(run.inspect()).toMatchObject({ subagents: [], backgroundTasks: [], services: [] });
    const ended = events.filter((event) => event.type === 'subagent' && event.event.type === 'result');
    expect(ended).toHaveLength(2);
    expect(validateMessages(replaySession(run.transcript).messages)).toEqual([]);
  });
});
