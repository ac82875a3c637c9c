import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyHook, HookEvent, HookInputs, HookOutput, HookRound } from '@loadout/core';
import { registerHooks, runHooks } from '@loadout/core/run';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hookKit } from './hook.test-kit.js';

let dir = '';
const { make } = hookKit(() => dir);
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'loadout-output-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'u1' };

/** Fires an event at a hook as a run does, and returns the round with the notices. */
async function fire<E extends HookEvent>(
  hook: AnyHook,
  event: E,
  input: Partial<HookInputs[E]>,
  lends: object = {},
): Promise<HookRound & { readonly notices: readonly string[] }> {
  const notices: string[] = [];
  const base = { session_id: 's', transcript_path: join(dir, 't'), cwd: dir, permission_mode: 'default' as const };
  const round = await runHooks(
    event,
    input as HookInputs[E],
    {
      hooks: registerHooks([{ owner: 'test', hooks: { [event]: [hook] } }]),
      base: () => ({ ...base, agent_id: 'main', agent_type: 'main' }),
      clock: { now: () => 0, after: () => () => {} },
      signal: new AbortController().signal,
      emit: (one) => 'problem' in one && one.problem !== undefined && notices.push(one.problem),
      lends,
    } as Parameters<typeof runHooks>[2],
  );
  return { ...round, notices };
}

async function printing(output: string, event: HookEvent = 'PreToolUse', exit = 0): Promise<AnyHook> {
  writeFileSync(join(dir, 'out.txt'), output);
  return make({ type: 'command', command: `cat >/dev/null; cat out.txt; exit ${exit}` }, event);
}

const deny = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}';
const allow = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

describe('the decision of a hook counts wherever it stands in the output (GAP-B7)', () => {
  it.each([
    ['behind a greeting', `Welcome\n${deny}`],
    ['before other text', `${deny}\nbye`],
    ['in the middle of a line', `answer: ${deny} (done)`],
    ['over several lines', `Welcome\n${JSON.stringify(JSON.parse(deny), undefined, 2)}\n`],
    ['after lines of a log', `{"level":"info"}\n{"level":"warn","tags":{}}\n${deny}`],
    ['after text with braces', `function f() { return "}"; }\n${deny}`],
    ['at the top of its JSON', 'Welcome\n{"permissionDecision":"deny","permissionDecisionReason":"no"}'],
    ['in the older form', 'Welcome\n{"decision":"block","reason":"no"}'],
    ['in the older form, below', '{"hookSpecificOutput":{"decision":"block"},"reason":"no"}'],
    [
      'beside a milder one in the same object',
      '{"decision":"block","reason":"no","hookSpecificOutput":{"permissionDecision":"allow"}}',
    ],
    ['before a milder one', `${deny}\n${allow}`],
    ['after a milder one', `${allow}\n${deny}`],
    ['with a byte order mark', `\uFEFF${deny}`],
    ['in UTF-16', [...`\uFEFF${deny}`].join('\0')],
  ])('%s', async (_, output) => {
    expect(await fire(await printing(output), 'PreToolUse', call)).toMatchObject({
      verdict: { behavior: 'deny', reason: 'no' },
      notices: [],
    });
  });

  it('for every event: a prompt is blocked, and context at the top of the JSON is context', async () => {
    const prompt = await printing('Welcome\n{"decision":"block","reason":"no"}', 'UserPromptSubmit');
    expect(await fire(prompt, 'UserPromptSubmit', { prompt: 'x' })).toMatchObject({
      verdict: { behavior: 'deny', reason: 'no' },
    });
    const after = await printing('{"additionalContext":"look"}', 'PostToolUse');
    expect(await fire(after, 'PostToolUse', call)).toMatchObject({ contexts: ['look'] });
    const request = await printing('hi\n{"decision":{"behavior":"deny","message":"no"}}', 'PermissionRequest');
    expect(await fire(request, 'PermissionRequest', call)).toMatchObject({ verdict: { behavior: 'deny', reason: 'no' } });
  });

  it('also where the program ends with another code', async () => {
    const round = await fire(await printing(`Welcome\n${deny}`, 'PreToolUse', 1), 'PreToolUse', call);
    expect(round).toMatchObject({ verdict: { behavior: 'deny' }, notices: [expect.stringContaining('exit code 1')] });
  });
});

describe('an output that may decide, and from which no decision can be read, blocks with a notice (GAP-B7)', () => {
  it.each([
    ['a field that is misspelt', '{"permission_decision":"deny"}'],
    ['a misspelt field below', '{"hookSpecificOutput":{"PermissionDecision":"deny"}}'],
    ['a decision too deep', 'Welcome\n{"result":{"permissionDecision":"deny"}}'],
    ['a decision beside a known field', '{"systemMessage":"x","result":{"decision":"block"}}'],
    ['an unknown word', 'Welcome\n{"permissionDecision":"never"}'],
    ['an unknown word beside a known one', `${allow}\n{"permissionDecision":"never"}`],
    ['JSON with single quotes', "Welcome\n{'permissionDecision': 'deny'}"],
    ['JSON that is cut off', 'Welcome\n{"hookSpecificOutput":{"permissionDecision":"de'],
    ['JSON that is cut off before one that is whole', `{"permissionDecision":"deny",\n${allow}`],
    ['an object that says nothing known', '{"status":"denied"}'],
    ['two objects that say nothing known', '{"status":"denied"}\n{"a":1}'],
    ['no object', '{oops'],
    ['a decision that is a list', '{"decision":["block"]}'],
    ['the word of another protocol beside a reason', '{"deny":true,"reason":"no"}'],
    ['the word of another protocol beside a message', '{"allow":false,"systemMessage":"no"}'],
    ['a word under an unknown field', '{"hookSpecificOutput":{"permisionDecision":"deny","additionalContext":"x"}}'],
    ['a reason without its decision', '{"reason":"no"}'],
    ['a reason below without its decision', '{"hookSpecificOutput":{"permissionDecisionReason":"no"}}'],
    ['a reason to stop that stops nothing', '{"stopReason":"no"}'],
    ['an unknown field below that stands alone', '{"hookSpecificOutput":{"verdict":1}}'],
    ['continue that is a text', '{"continue":"false"}'],
    ['continue that is a number', '{"continue":0}'],
    ['continue below', '{"hookSpecificOutput":{"continue":false}}'],
    ['continue that is cut off', 'Welcome\n{"continue":false,"stopReason":"n'],
    ['JSON inside of a text', JSON.stringify(deny)],
    ['a decision that stands there twice', '{"decision":"block","decision":"approve"}'],
    ['a decision that stands there twice, in other signs', '{"decision":"block","\\u0064ecision":"approve"}'],
    ['an answer that stands there twice', '{"hookSpecificOutput":{"permissionDecision":"deny"},"hookSpecificOutput":{}}'],
    ['a decision as a word', 'deny\n'],
    ['a decision as a JSON text', '"block"'],
    ['a decision as YAML', 'decision: block\nreason: no'],
    ['an output whose end is not read', `${'x'.repeat(1024 * 1024)}\n${deny}`],
    ['an answer that is quoted as a text', JSON.stringify('{"permissionDecision":"deny"}')],
  ])('%s', async (_, output) => {
    const round = await fire(await printing(output), 'PreToolUse', call);
    expect([round.verdict?.behavior, round.notices.length]).toEqual(['deny', 1]);
  });

  it('but text, an empty object and a printed input are no opinion', async () => {
    const input = JSON.stringify({ hook_event_name: 'PreToolUse', tool_input: { content: 'decision: {"decision":"block"}' } });
    for (const output of ['', 'all is well', '{}', '  \n', 'the decision: go on', `got ${input}`, `got\n${input}\n`])
      expect([output, await fire(await printing(output), 'PreToolUse', call)]).toMatchObject([
        output,
        { verdict: undefined, notices: [] },
      ]);
  });

  it('but prose for the model stays context', async () => {
    const prose = 'Answer with `{"decision":"block"}`.\n\n{ "name": "x" }\nis the package.';
    const round = await fire(await printing(prose, 'UserPromptSubmit'), 'UserPromptSubmit', { prompt: 'x' });
    expect(round).toMatchObject({ verdict: undefined, contexts: [prose], notices: [] });
  });
});

it('the same holds for hooks of all types (GAP-B7)', async () => {
  const server = createServer((_, response) => response.end('ok\n{"permissionDecision":"deny","permissionDecisionReason":"no"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  writeFileSync(
    join(dir, 'hook.mjs'),
    'export const no = () => ({ permissionDecision: "deny", permissionDecisionReason: "no" });\nexport const odd = () => ({ verdict: "no" });',
  );
  const denied = { verdict: { behavior: 'deny', reason: 'no' } };
  expect(await fire(await make({ type: 'http', url: `http://127.0.0.1:${port}/` }), 'PreToolUse', call)).toMatchObject(denied);
  expect(await fire(await make({ type: 'module', use: 'hook.mjs#no' }), 'PreToolUse', call)).toMatchObject(denied);
  expect(await fire(await make({ type: 'module', use: 'hook.mjs#odd' }), 'PreToolUse', call)).toMatchObject({
    verdict: { behavior: 'deny' },
    notices: [expect.stringContaining('verdict')],
  });
  const said = 'I think { so }. {"ok": true}\nNo: {"ok": false, "reason": "no"}';
  const models = { smallModel: { ask: async () => said }, askAgent: async () => said };
  for (const type of ['prompt', 'agent'])
    expect(await fire(await make({ type, prompt: 'x' }), 'PreToolUse', call, models)).toMatchObject(denied);
  const tool = {
    callTool: async (): Promise<{ isError: boolean; content: string }> => ({ isError: false, content: `x ${deny}` }),
  };
  expect(await fire(await make({ type: 'mcp_tool', server: 's', tool: 't' }), 'PreToolUse', call, tool)).toMatchObject(denied);
});

it('a text full of braces is read in bounded time', async () => {
  const output = `${'{'.repeat(400_000)}`;
  expect(await fire(await printing(`x${output}`), 'PreToolUse', call)).toMatchObject({ verdict: undefined });
  const answer: HookOutput = { decision: 'block', reason: 'no' };
  expect((await fire(await printing(`x${output}${JSON.stringify(answer)}`), 'PreToolUse', call)).verdict?.behavior).toBe('deny');
});
