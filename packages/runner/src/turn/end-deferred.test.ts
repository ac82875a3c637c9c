import { errors, type HookSet, LoadoutError } from '@loadout/core';
import type { ModelEvent, ModelProvider } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../run/run.js';
import { model, reader, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';

type Decision = 'allow' | 'ask' | 'defer' | 'deny';

/** A run whose hook defers the call of Send, and runs in the same folder that resume it. */
function putOff(steps: readonly Step[]) {
  const workspace = tempFolder();
  const sent: unknown[] = [];
  const asked: unknown[] = [];
  const scripted = model(steps);
  const go = (decision: Decision, run: { resume?: string; prompt?: string } = {}) => {
    const hooks: HookSet = {
      PreToolUse: {
        name: 'gate',
        matcher: 'Send',
        run: ({ tool_use_id }) => {
          asked.push(tool_use_id);
          return { hookSpecificOutput: { permissionDecision: decision, permissionDecisionReason: 'the office is closed' } };
        },
      },
    };
    const send = writer('Send', (input) => `sent ${sent.push(input)}`);
    const { prompt, resume } = run;
    return runAgent({
      workspace,
      model: scripted,
      customTools: [send, reader('Look', () => 'seen')],
      hooks,
      ...(prompt === undefined ? {} : { prompt }),
      ...(resume === undefined ? {} : { run: { resume } }),
    });
  };
  return { go, sent, asked, requests: scripted.requests };
}

const call: Step = { calls: [{ name: 'Send', input: { to: 'Ada' } }] };

describe('a call that a hook defers (CTRL-13, HOOK-07, HOOK-12)', () => {
  it('ends the run before it, and the result names the call', async () => {
    const { go, sent, requests } = putOff([call]);
    const { result } = await go('defer');
    expect(result).toMatchObject({
      outcome: 'deferred',
      deferredCall: { id: 'call_0_0', name: 'Send', input: { to: 'Ada' } },
      error: { code: 'RUN_DEFERRED', message: expect.stringContaining('the office is closed') },
    });
    expect([sent, requests.length, result.denials]).toEqual([[], 1, []]);
  });

  it('comes again when the session is resumed: its hooks decide anew, and it runs', async () => {
    const { go, sent, asked, requests } = putOff([call, { text: 'done' }]);
    const first = await go('defer');
    const { result } = await go('allow', { resume: first.run.sessionId });
    expect([result.outcome, result.text, sent, asked]).toEqual(['success', 'done', [{ to: 'Ada' }], ['call_0_0', 'call_0_0']]);
    expect(requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(requests[1]?.messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'call_0_0', content: 'sent 1' },
    ]);
  });

  describe('keeps its place in the limit on calls', () => {
    /** Runs with one place. The model calls Ask, and does `more` behind that call. */
    function onePlace(more: (request: number) => AsyncGenerator<ModelEvent>) {
      const workspace = tempFolder();
      const ran: string[] = [];
      const customTools = ['Ask', 'Look'].map((name) => reader(name, () => `${name} ${ran.push(name)}`));
      let requests = 0;
      const streamed: ModelProvider = {
        name: 'test',
        async *stream() {
          const request = ++requests;
          yield { type: 'start', id: `msg_${request}`, model: 'm' };
          yield use('Ask');
          yield* more(request);
          yield { type: 'end', stopReason: 'tool_use', usage: { input_tokens: 1, output_tokens: 1 } };
        },
      };
      const go = (decision: Decision, { scripted = streamed, run }: { scripted?: ModelProvider; run?: RunOptions } = {}) => {
        const gate = () => ({ hookSpecificOutput: { permissionDecision: decision } });
        const hooks: HookSet = { PreToolUse: { name: 'gate', matcher: 'Ask', run: gate } };
        const options = { workspace, customTools, hooks, limits: { toolCalls: 1 } };
        return runAgent({ ...options, model: scripted, ...(run && { run }) });
      };
      return { go, ran };
    }

    const use = (name: string) => ({ type: 'block' as const, block: { type: 'tool_use' as const, id: name, name, input: {} } });

    it('for the run that resumes it, while the message goes on', async () => {
      const { go, ran } = onePlace(async function* () {
        yield use('Look');
      });
      const first = await go('defer');
      expect([first.result.outcome, ran]).toEqual(['deferred', []]);
      await go('allow', { scripted: model([{ text: 'done' }]), run: { resume: first.run.sessionId } });
      expect(ran).toEqual(['Ask']);
    });

    it('unless its message breaks off: the next message calls it again', async () => {
      const { go } = onePlace(async function* (request) {
        yield { type: 'text', text: 'And' };
        if (request === 1) throw new LoadoutError('MODEL_OVERLOADED', 'Too busy.');
      });
      expect((await go('defer')).result).toMatchObject({ outcome: 'deferred', deferredCall: { name: 'Ask' } });
    });
  });

  it('may be deferred again, and denied in the end; a new prompt waits for it', async () => {
    const { go, sent, requests } = putOff([call, { text: 'then not' }]);
    const { run } = await go('defer');
    const again = await go('defer', { resume: run.sessionId, prompt: 'Well?' });
    expect([again.result.outcome, requests.length]).toEqual(['deferred', 1]);
    expect((await go('deny', { resume: run.sessionId, prompt: 'Well?' })).result.text).toBe('then not');
    expect(sent).toEqual([]);
    expect(JSON.stringify(requests[1]?.messages)).toContain('the office is closed');
  });

  it('lets the other calls of its message finish, once: a resumed run does not repeat them', async () => {
    const { go, requests } = putOff([{ calls: [{ name: 'Look' }, { name: 'Send', input: {} }] }, { text: 'done' }]);
    const { run, result } = await go('defer');
    expect(result.toolCalls).toBe(1);
    const resumed = await go('allow', { resume: run.sessionId });
    expect(resumed.result.toolCalls).toBe(1);
    expect(requests[1]?.messages[2]?.content).toMatchObject([{ content: 'seen' }, { content: 'sent 1' }]);
  });
});

describe('a tool that waits for an answer while it runs', () => {
  it('ends the run as deferred, and is called again by the resumed run; no hook hears of a failure', async () => {
    const workspace = tempFolder();
    const scripted = model([call, { text: 'done' }]);
    const failures: unknown[] = [];
    let calls = 0;
    const go = (resume?: string) =>
      runAgent({
        workspace,
        model: scripted,
        customTools: [
          writer('Send', () => {
            calls += 1;
            if (calls === 1) throw errors.CALL_DEFERRED({ reason: 'The answer comes tomorrow.' });
            return 'sent';
          }),
        ],
        hooks: {
          PostToolUseFailure: { name: 'ear', run: (input) => void failures.push(input) },
        },
        ...(resume === undefined ? {} : { run: { resume } }),
      });
    const { result, run } = await go();
    expect(result).toMatchObject({ outcome: 'deferred', error: { message: 'The answer comes tomorrow.' } });
    expect((await go(run.sessionId)).result.text).toBe('done');
    expect([calls, failures]).toEqual([2, []]);
    expect(scripted.requests[1]?.messages[2]?.content).toMatchObject([{ tool_use_id: 'call_0_0', content: 'sent' }]);
  });
});
