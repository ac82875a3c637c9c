import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialize, type Line, startWire, user } from './wire.test-kit.js';

/** Asks about one call and denies it. Returns the request, with the workspace as `~`. */
async function question(name: string, inputOf: (cwd: string) => Line, args: readonly string[] = []): Promise<Line> {
  const asked: Line[] = [];
  const reply: { tools: { name: string; input: Line; id: string }[] } = { tools: [] };
  const wire = await startWire({
    args: ['--permission-prompt-tool', 'stdio', ...args],
    replies: [reply, { text: 'Done.' }],
    host: {
      can_use_tool: (request: Line) => {
        asked.push(request);
        return { behavior: 'deny', message: 'no' };
      },
    },
  });
  reply.tools.push({ name, input: inputOf(wire.cwd), id: 'toolu_1' });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result' });
  return JSON.parse(JSON.stringify(asked[0] ?? {}).replaceAll(wire.cwd, '~')) as Line;
}

const rules = (ruleContent: string, toolName = 'Bash', destination = 'localSettings') => ({
  type: 'addRules',
  rules: [{ toolName, ruleContent }],
  behavior: 'allow',
  destination,
});
const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };

it('a Write in default mode suggests the mode alone, and says which file it is about (W11)', async () => {
  const asked = await question('Write', (cwd) => ({ file_path: join(cwd, 'new.txt'), content: 'x\n' }));
  expect(asked).toMatchObject({ permission_suggestions: [mode], description: 'new.txt' });
  expect(asked).not.toHaveProperty('decision_reason_type');
});

it('a read elsewhere suggests its file alone, for the session (N10, W26)', async () => {
  const asked = await question('Read', () => ({ file_path: '/etc/hostname' }));
  expect(asked).toMatchObject({
    permission_suggestions: [rules('//etc/hostname', 'Read', 'session')],
    decision_reason_type: 'workingDir',
    description: '/etc/hostname',
  });
});

it.each([
  ['node -e "1"', 'node -e "1"'],
  ['npm run build', 'npm run build'],
  ['git push origin main', 'git push origin main'],
  ['curl https://example.com', 'curl https://example.com'],
  ['make all', 'make all'],
  ['nohup npm test', 'npm test'],
])('the rule for the command %s is %s (N10, W26)', async (command, rule) => {
  const asked = await question('Bash', () => ({ command, description: 'Does it' }));
  expect(asked).toMatchObject({ permission_suggestions: [rules(rule)], decision_reason_type: 'other', description: 'Does it' });
});

it('a command that writes suggests its rule, the folder and the mode (W11)', async () => {
  const asked = await question('Bash', () => ({ command: 'touch made' }));
  const folder = { type: 'addDirectories', directories: ['~'], destination: 'session' };
  expect(asked).toMatchObject({ permission_suggestions: [rules('touch made'), folder, mode], description: 'touch made' });
});

it('a question says that a rule asks (W26)', async () => {
  const settings = JSON.stringify({ permissions: { ask: ['Bash(make:*)'] } });
  const asked = await question('Bash', () => ({ command: 'make all' }), ['--settings', settings]);
  expect(asked).toMatchObject({ permission_suggestions: [], decision_reason_type: 'rule' });
});

it('a rule that was suggested lets the same call pass, also with quotes (W26)', async () => {
  let asked = 0;
  const call = (id: string) => ({ tools: [{ name: 'Bash', input: { command: 'node -e "1"' }, id }] });
  const wire = await startWire({
    args: ['--permission-prompt-tool', 'stdio'],
    replies: [call('t1'), call('t2'), { text: 'Done.' }],
    host: {
      can_use_tool: (request: Line) => {
        asked++;
        return { behavior: 'allow', updatedInput: request.input, updatedPermissions: request.permission_suggestions };
      },
    },
  });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result', subtype: 'success' });
  expect(asked).toBe(1);
});

it('a write elsewhere suggests its file alone, and neither a folder nor a mode (N10)', async () => {
  const asked = await question('Write', () => ({ file_path: '/tmp/made/by/nobody', content: 'x' }));
  expect(asked).toMatchObject({ permission_suggestions: [rules('//tmp/made/by/nobody', 'Edit')] });
});

it.each([
  ...['make $X', 'rm *.log', 'for f in a b; do rm $f; done', 'sudo make', 'echo a | xargs rm', 'make "a*b"', 'make && $X'],
  ...['frob <<EOF\na\nEOF', 'docker exec -i db psql <<< "drop table a"', 'cat x | frob'],
])('the command %s can only be allowed once (N10)', async (command) => {
  const asked = await question('Bash', () => ({ command }));
  expect(asked).toMatchObject({ tool_name: 'Bash', permission_suggestions: [] });
});

it('what was allowed for good stays allowed behind each harmless wrapper (N10)', async () => {
  const asked: unknown[] = [];
  const commands = ['nohup make all', 'time make all', 'nice -n 5 make all', 'timeout 5 make all', 'env CI=1 make all'];
  const calls = [...commands, 'command make all', 'stdbuf -oL make all', 'make all'].map((command, index) => ({
    tools: [{ name: 'Bash', input: { command }, id: `t${index}` }],
  }));
  const wire = await startWire({
    args: ['--permission-prompt-tool', 'stdio'],
    replies: [...calls, { text: 'Done.' }],
    host: {
      can_use_tool: ({ input, permission_suggestions: updatedPermissions }: Line) => {
        asked.push(input);
        return { behavior: 'allow', updatedInput: input, updatedPermissions };
      },
    },
  });
  wire.write(initialize(), user('go'));
  await wire.next({ type: 'result', subtype: 'success' });
  expect(asked).toEqual([{ command: 'nohup make all' }]);
});

it('plan mode asks the program about a change, and suggests nothing (W28)', async () => {
  const asked = await question('Write', (cwd) => ({ file_path: join(cwd, 'new.txt'), content: 'x' }), [
    '--permission-mode',
    'plan',
  ]);
  expect(asked).toMatchObject({ permission_suggestions: [], decision_reason_type: 'mode', description: 'new.txt' });
});

it('plan mode denies a change if nobody can be asked (W28)', async () => {
  const replies = [{ tools: [{ name: 'Write', input: { file_path: 'new.txt', content: 'x' }, id: 't1' }] }, { text: 'Done.' }];
  const wire = await startWire({ args: ['--permission-mode', 'plan'], replies });
  wire.write(initialize(), user('go'));
  expect(await wire.next({ type: 'result' })).toMatchObject({ permission_denials: [{ tool_name: 'Write' }] });
});

it('denials inside an agent are in the denials of the result (W19)', async () => {
  const prompt = { description: 'look', prompt: 'Look.', subagent_type: 'general-purpose', run_in_background: false };
  const wire = await startWire({
    replies: [
      { tools: [{ name: 'Agent', input: prompt, id: 't1' }] },
      { tools: [{ name: 'Bash', input: { command: 'make all' }, id: 't2' }] },
      { text: 'Refused.' },
      { text: 'Done.' },
    ],
  });
  wire.write(initialize(), user('go'));
  const denials = [{ tool_name: 'Bash', tool_use_id: 't2', tool_input: { command: 'make all' } }];
  expect(await wire.next({ type: 'result' })).toMatchObject({ permission_denials: denials });
});
