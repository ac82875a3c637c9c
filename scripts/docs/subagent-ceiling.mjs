import { code, page, table } from './markdown.mjs';

const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
const RULES = ['none', 'allow (user)', 'allow (project)', 'ask (user)', 'ask (project)', 'deny (user)', 'deny (project)'];
const GRANTS = { 'No grant': undefined, 'Grant of just this': 'Note(docs/a.txt)', 'Grant of the tool': 'Note' };
const OWN = ['none', 'allow', 'ask', 'deny'];

/** docs/reference/subagent-ceiling.md: the outcomes of a child's call. The runner's own code decides each cell. */
export function subagentCeilingPage({ core, runner }) {
  const world = { core, runner };
  const alone = (cell) => outcomeOf(world, { ...cell, isParent: true });
  const grid = (columns, cellOf) =>
    table(
      ['Rule', "Parent's mode", 'Parent', ...columns],
      RULES.flatMap((rule) =>
        MODES.map((mode) => [
          rule,
          code(mode),
          alone({ rule, mode }),
          ...columns.map((column) => outcomeOf(world, { rule, mode, ...cellOf(column) })),
        ]),
      ),
    );
  return page('What a subagent may do', [
    'What becomes of a call that writes a file in the workspace, for every rule about its tool, by who wrote it, and every mode of the agent that started the subagent: it `runs`, somebody is `asked` (and where nobody is there it is denied), or it is `denied`. The column Parent is the same call by the starting agent itself.',
    "A subagent's decision is never weaker than its parent's. The one exception is written down where the parent names it: `grants` are allow rules, and they answer ask rules of the project and of agents. No grant lifts a deny rule, an ask rule of anybody else, or the mode `plan`.",
    '## The mode that the subagent asks for',
    'By its definition or by the call that starts it; of two, the narrower.',
    grid(MODES, (childMode) => ({ childMode })),
    '## What the parent grants it',
    grid(Object.keys(GRANTS), (name) => ({ grant: GRANTS[name] })),
    "## The subagent's own rule about the tool",
    'Rules of its own that allow are left out: what the parent may, it may.',
    grid(OWN, (own) => ({ own })),
  ]);
}

function outcomeOf({ core, runner }, { rule, mode, childMode, grant, own = 'none', isParent = false }) {
  const write = (behavior, text, layer) => core.parsePermissionRule(text, { behavior, layer });
  const [, behavior, layer] = /^(\w+) \((\w+)\)$/.exec(rule) ?? [];
  const parent = parentOf({ mode, rules: behavior === undefined ? [] : [write(behavior, 'Note', layer)] });
  const wishes = {
    mode: childMode,
    rules: own === 'none' ? [] : [write(own, 'Note', 'agent')],
    grants: grant === undefined ? [] : [write('allow', grant, 'agent')],
    artifactDir: '/state/child',
  };
  const permissions = isParent ? parent : new runner.SubagentPermissions(parent, wishes);
  const decision = core.decide(callOf(core), permissions.layers);
  if (decision.behavior === 'allow') return 'runs';
  return decision.behavior === 'ask' && permissions.asker !== undefined ? 'asked' : 'denied';
}

function parentOf({ mode, rules }) {
  const layers = { mode, rules, roots: ['/repo'], workspace: '/repo', home: '/home/me', artifactDir: '/state' };
  return { layers, mode, roots: layers.roots, asker: () => ({ behavior: 'deny', message: 'no' }) };
}

function callOf(core) {
  const tool = core.defineTool({ name: 'Note', description: 'Writes.', call: () => '' });
  const [found] = core.assembleToolPool({ baseTools: [tool] }).tools;
  const accesses = [{ kind: 'write', path: '/repo/docs/a.txt' }];
  return { tool: found, input: {}, readOnly: false, openWorld: false, accesses };
}
