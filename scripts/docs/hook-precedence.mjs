import { code, page, table } from './markdown.mjs';

const RULES = ['none', 'allow', 'ask', 'deny'];
const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
const ANSWERS = ['none', 'allow', 'ask', 'defer', 'deny', 'fails'];
const REQUESTS = ['none', 'allow', 'deny', 'fails'];
const REWRITES = {
  'The hook leaves the input as it is': undefined,
  'The hook gives back the same input': 'mine',
  'The hook changes the input to another': 'other',
  'The hook changes the input to one that a deny rule is about': 'secret',
};

/** docs/reference/hook-precedence.md: the outcomes of a call. Each cell is the result of a call through the real pipeline. */
export async function hookPrecedencePage(core) {
  const sections = [];
  for (const [title, text] of Object.entries(REWRITES))
    sections.push(`## ${title}`, await grid(ANSWERS, (cell, answer) => outcomeOf(core, { ...cell, answer, text })));
  return page('Precedence of hooks and rules', [
    'What becomes of a call that changes something, for every permission rule about it, every mode, and every answer of a PreToolUse hook: it `runs`, somebody is `asked` (and where nobody is there it is denied), it is `deferred` (the run ends, and the call comes again when it is resumed), or it is `denied`.',
    'A hook that fails is one that throws, cannot be started or does not answer in time. The rule is one about the tool as a whole; for the fourth table another deny rule is about the text that the hook puts in.',
    ...sections,
    '## PermissionRequest',
    'The answer of a PermissionRequest hook, asked before the person is. No PreToolUse hook has an opinion.',
    await grid(REQUESTS, (cell, request) => outcomeOf(core, { ...cell, answer: 'none', request })),
  ]);
}

async function grid(columns, outcome) {
  const rows = [];
  for (const rule of RULES) {
    for (const mode of MODES) {
      const cells = [];
      for (const column of columns) cells.push(await outcome({ rule, mode }, column));
      rows.push([rule, code(mode), ...cells]);
    }
  }
  return table(['Rule', 'Mode', ...columns.map((name) => (name === 'none' ? 'no opinion' : name))], rows);
}

async function outcomeOf(core, cell) {
  let [runs, asked] = [false, false];
  const tool = core.defineTool({
    name: 'Note',
    description: 'Writes.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    call: () => {
      runs = true;
      return '';
    },
  });
  const ask = () => {
    asked = true;
    return { behavior: 'deny', message: 'no' };
  };
  const { outcome } = await core.runToolCall(
    { id: 't', name: 'Note', input: { text: 'mine' } },
    environment(core, { cell, tool, ask }),
  );
  return runs ? 'runs' : asked ? 'asked' : outcome;
}

function environment(core, { cell, tool, ask }) {
  const rule = (behavior, text) => core.parsePermissionRule(text, { behavior, layer: 'project' });
  const rules = [rule('deny', 'Note(text:secret)'), ...(cell.rule === 'none' ? [] : [rule(cell.rule, 'Note')])];
  const layers = { mode: cell.mode, rules, roots: ['/repo'], workspace: '/repo', home: '/home/me', artifactDir: '/state' };
  return {
    pool: core.assembleToolPool({ baseTools: [tool] }),
    restrictions: new core.RestrictionStack(),
    permissions: () => layers,
    hooks: core.registerHooks([{ hooks: hooksFor(cell), owner: 'page' }]),
    asker: () => ask,
    base: () => ({
      session_id: 's',
      transcript_path: '',
      cwd: '/repo',
      permission_mode: cell.mode,
      agent_id: 'main',
      agent_type: 'main',
    }),
    clock: { now: () => 0, after: () => () => {} },
    signal: new AbortController().signal,
    emit: () => {},
    turn: async () => {},
    contextFor: () => ({
      cwd: '/repo',
      roots: ['/repo'],
      agentId: 'main',
      signal: new AbortController().signal,
      progress: () => {},
    }),
  };
}

function hooksFor({ answer, text, request = 'none' }) {
  const fail = () => {
    throw new Error('it fails');
  };
  const updatedInput = text === undefined ? {} : { updatedInput: { text } };
  const opinion = answer === 'none' ? {} : { permissionDecision: answer };
  return {
    PreToolUse: answer === 'fails' ? fail : () => ({ hookSpecificOutput: { ...opinion, ...updatedInput } }),
    ...(request === 'none'
      ? {}
      : { PermissionRequest: request === 'fails' ? fail : () => ({ hookSpecificOutput: { decision: { behavior: request } } }) }),
  };
}
