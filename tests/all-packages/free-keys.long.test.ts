import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { documents } from '../../packages/config/src/schema/config-schema.js';
import { type SchemaKey, schemaKeys } from '../../packages/config/src/schema/schema-walk.test-kit.js';
import { FREE_OPTIONS } from '../../packages/config/src/trust/free-parts.js';
import { root } from '../lib/loadout.js';
import { Clone } from '../trust/clone.test-kit.js';

const whole = documents.configuration.extend({ profiles: documents.profiles.optional() });
const keys = schemaKeys(whole, { path: '', decision: undefined, waitsAt: undefined });

/** Makes one text for each path, and finds out where each of them arrived. */
class Canaries {
  readonly #paths = new Map<string, string>();

  /** A text that stands at this path of the schema alone. */
  readonly at = (path: string): string => {
    const canary = `canary${this.#paths.size + 1}end`;
    this.#paths.set(canary, path);
    return canary;
  };

  get paths(): ReadonlySet<string> {
    return new Set(this.#paths.values());
  }

  in(text: string): readonly string[] {
    return [...new Set([...text.matchAll(/canary\d+end/g)].flatMap(([found]) => this.#paths.get(found) ?? []))].sort();
  }
}

const SHOWS_ENVIRONMENT = { tools: [{ name: 'Bash', input: { command: 'printenv' } }] };
async function clone() {
  const made = await new Clone().open((index) => (index % 2 === 0 ? SHOWS_ENVIRONMENT : { text: 'Done.' }));
  made.settings({ permissions: { allow: ['Bash(printenv)'] } });
  return made;
}

const hook = (entry: object) => [{ hooks: [entry] }];

/** Everything that waits, as it would act: programs leave a file outside, addresses are those of the listener. */
function waiting({ outside, url }: Clone, at: Canaries['at'], base: string) {
  const touch = (path: string) => `touch ${join(outside, at(path))}`;
  const called = (path: string) => `${url}/${at(path)}`;
  const hooks = (path: string) => ({
    SessionStart: hook({ type: 'command', command: touch(path) }),
    UserPromptSubmit: hook({ type: 'http', url: called(path) }),
    PreToolUse: hook({ type: 'module', use: './hook.mjs' }),
    PostToolUse: hook({ type: 'audit', file: join(outside, at(path)) }),
    Stop: hook({ type: 'prompt', prompt: at(path) }),
  });
  const permissions = (path: string) => ({ allow: [`Bash(${at(path)}:*)`] });
  return {
    plugins: { fires: './fires.mjs', fs: { use: '@loadout/tool-fs', overrides: {} }, shell: SHELL(at(`${base}plugins`)) },
    secrets: { held: { command: ['bash', '-c', `${touch(`${base}secrets.<name>.command`)}; echo secret`] } },
    models: {
      unused: {
        provider: 'anthropic',
        id: 'mock',
        betas: [at(`${base}models.<name>.betas`)],
        extra: { [at(`${base}models.<name>.extra`)]: at(`${base}models.<name>.extra`) },
        price: { input: 0, output: 0 },
      },
    },
    mcpServers: {
      held: { command: 'touch', args: [join(outside, at(`${base}mcpServers.<name>`))], start: 'eager' },
      away: {
        type: 'http',
        url: called(`${base}mcpServers.<name>`),
        headers: { x: at(`${base}mcpServers.<name>`) },
        start: 'eager',
      },
    },
    permissions: {
      ...permissions(`${base}permissions.allow`),
      mode: 'acceptEdits',
      additionalDirectories: [outside],
      approvals: { expireAfter: '5m' },
    },
    hooks: hooks(`${base}hooks`),
    sessions: { dir: join(outside, at(`${base}sessions.dir`)), retention: '1h' },
    telemetry: {
      trace: join(outside, at(`${base}telemetry`)),
      otel: { endpoint: called(`${base}telemetry`), headers: { x: at(`${base}telemetry`) }, content: 'full' },
    },
    agents: {
      a: {
        model: 'anthropic/mock',
        instructions: 'Answer. ${secret:held}',
        tools: ['*'],
        permissions: { ...permissions(`${base}agents.<name>.permissions.allow`), mode: 'acceptEdits' },
        hooks: hooks(`${base}agents.<name>.hooks`),
        subagents: { Explore: { grants: [`Bash(${at(`${base}agents.<name>.subagents.<name>.grants`)}:*)`] } },
      },
    },
  };
}

/** A sandbox that is open. What is left of it before trust is the strict default. */
const sandbox = (at: Canaries['at'], path: string) => ({
  use: 'off',
  autoAllow: true,
  excludedCommands: [at(`${path}.excludedCommands`)],
  filesystem: { allowWrite: [at(`${path}.filesystem.allowWrite`)] },
  network: {
    allowedDomains: [at(`${path}.network.allowedDomains`)],
    allowLocalBinding: true,
    allowUnixSockets: [at(`${path}.network.allowUnixSockets`)],
  },
});
const openSandbox = (_: Clone, at: Canaries['at'], base: string) => ({
  plugins: { shell: '@loadout/tool-shell' },
  sandbox: sandbox(at, `${base}sandbox`),
  agents: { a: { ...AGENT, sandbox: sandbox(at, `${base}agents.<name>.sandbox`) } },
});

const SHELL = (canary: string) => ({ use: '@loadout/tool-shell', options: { env: { HELD: canary } } });

/** A plugin that leaves a file outside when it is loaded. */
const fires = (outside: string) =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(outside, 'fired'))}, '');\nexport default { name: 'fires', api: 1, setup: () => ({}) };\n`;
const skill = (canary: string) => `---\nname: held\ndescription: A skill.\nallowed-tools: Bash(${canary}:*)\n---\nDo it.\n`;

it.each([
  ['the file', [] as readonly string[], waiting],
  ['a profile', ['--profile', 'p'], waiting],
  ['a sandbox of the file', [], openSandbox],
  ['a sandbox of a profile', ['--profile', 'p'], openSandbox],
] as const)(
  'nothing that waits in %s reaches a provider, a process, another address or a file outside (N2)',
  async (_, flags, config) => {
    const [made, canaries] = [await clone(), new Canaries()];
    const { at } = canaries;
    const held = config(made, at, flags.length === 0 ? '' : 'profiles.<name>.');
    const plain = { plugins: { shell: '@loadout/tool-shell', agents: '@loadout/tool-agents' }, agents: { a: AGENT } };
    const tests = [{ name: at('tests'), prompt: at('tests'), expect: { outcome: 'done' } }];
    const marketplaces = { held: { url: at('marketplaces'), sha: 'a'.repeat(40) } };
    const tool = (path: string) => ({ held: { description: at(path), run: ['touch', join(made.outside, at(path))] } });
    const notify = { held: { url: `${made.url}/${at('notify')}` } };
    const profile = () => ({ ...held, tools: tool('profiles.<name>.tools.<name>') });
    const text =
      flags.length === 0
        ? { ...held, tests, marketplaces, notify, tools: tool('tools.<name>') }
        : { ...plain, tests, profiles: { p: profile() } };
    made.write({
      'agent.config.yaml': JSON.stringify({ ...text, skills: { dirs: './skills' } }),
      'fires.mjs': fires(made.outside),
      'hook.mjs': 'export default () => {};\n',
      'skills/held/SKILL.md': skill(at('skills.<name>.allowedTools')),
    });
    const { code, stderr, stdout } = await made.run(['run', 'a', 'Go.', ...flags]);
    const { request, process, address, file } = made.sinks;
    const command = config === waiting ? process : request;
    expect([code, command], `${stdout}${stderr}`).toEqual([0, expect.stringContaining('printenv')]);
    expect({ request: canaries.in(request), process: canaries.in(process), address, file }).toEqual({
      request: [],
      process: [],
      address: '',
      file: '',
    });
    const missing = untried(canaries.paths, { isProfile: flags.length > 0, isSandbox: config === openSandbox });
    expect(missing).toEqual([]);
    // Once it is trusted, the same file acts: the traps are real.
    await made.run(['trust', '--yes']);
    const trusted = await made.run(['run', 'a', 'Go.', ...flags]);
    const fired = config === waiting ? expect.stringContaining('fired') : '';
    // The end of a run is told to the address of the file, which a profile has none of its own.
    const told = config === waiting || flags.length === 0 ? expect.stringContaining('canary') : '';
    expect([made.sinks.file, made.sinks.address], trusted.stderr).toEqual([fired, told]);
  },
);

const AGENT = { model: 'anthropic/mock', instructions: 'Answer.', tools: ['*'] };

/** Keys whose values hold no text of their own are tried beside the others. */
const TEXTLESS =
  /(?:permissions\.(?:additionalDirectories|approvals)|plugins\.<name>\.overrides|models\.<name>\.price|sessions\.retention)$/;

/** The paths that wait, and that a run did not try. */
function untried(tried: ReadonlySet<string>, { isProfile, isSandbox }: { isProfile: boolean; isSandbox: boolean }) {
  const ofRun = ({ path, waitsAt }: SchemaKey) =>
    waitsAt === path && path.startsWith('profiles') === isProfile && path.includes('sandbox.') === isSandbox;
  return keys.filter((key) => ofRun(key) && !TEXTLESS.test(key.path) && !tried.has(key.path)).map(({ path }) => path);
}

interface OptionSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
}

/** The options of the packages that are installed with Loadout, by package. */
const OPTIONS = readdirSync(join(root, 'packages')).flatMap((folder) => {
  const { loadout: manifest } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
  const properties: Readonly<Record<string, OptionSchema>> | undefined = manifest?.options?.properties;
  return properties === undefined ? [] : [{ use: `@loadout/${folder}`, isModel: manifest.model === true, properties }];
});

/** A value of an option, with a canary or an address that has one wherever a text may stand. */
function optionSample(schema: OptionSchema, text: () => string, url: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  const [type = 'string'] = [schema.type ?? []].flat();
  if (type === 'object') {
    const needed = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
    return Object.fromEntries(needed.map(([key, one]) => [key, optionSample(one, text, url)]));
  }
  if (type === 'array') return [optionSample(schema.items ?? {}, text, url)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return schema.pattern?.includes('http') === true ? `${url}/${text()}` : text();
}

const isFree = (use: string, option: string) => Object.hasOwn(FREE_OPTIONS[use] ?? {}, option);

it('no option of a package reaches anything, but for those that are free (N2)', async () => {
  const [made, canaries] = [await clone(), new Canaries()];
  const mounts = OPTIONS.map(({ use, isModel, properties }) => {
    const options = Object.entries(properties).filter(([option]) => option !== 'cassette' && option !== 'file');
    const value = (option: string, schema: OptionSchema) => optionSample(schema, () => canaries.at(`${use} ${option}`), made.url);
    return { use, isModel, options: Object.fromEntries(options.map(([option, schema]) => [option, value(option, schema)])) };
  });
  const entries = (isModel: boolean) =>
    mounts.filter((one) => one.isModel === isModel).map(({ use, options }) => ({ use, options }));
  const named = (list: readonly object[], name: string) => Object.fromEntries(list.map((one, index) => [`${name}${index}`, one]));
  const config = { plugins: named(entries(false), 'p'), providers: named(entries(true), 'm'), agents: { a: AGENT } };
  made.write({ 'agent.config.yaml': JSON.stringify(config) });
  const { code, stdout, stderr } = await made.run(['run', 'a', 'Go.']);
  expect(code, `${stdout}${stderr}`).toBe(0);
  const { request, process, address, file } = made.sinks;
  expect([canaries.in(request), canaries.in(process), address, file]).toEqual([[], [], '', '']);
  const { parts } = JSON.parse((await made.run(['trust', '--show', '--json'])).stdout) as { parts: { path: string }[] };
  const waits = mounts.flatMap(({ use, options, isModel }) =>
    Object.keys(options)
      .filter((option) => !isFree(use, option))
      .map((option) => `${isModel ? 'providers' : 'plugins'}.${option}`),
  );
  expect(parts.map(({ path }) => path.replace(/\.[pm]\d+\.options/, '')).sort()).toEqual(waits.sort());
});

/** A configuration with a text at every path that applies before trust and takes one. */
function freeTexts(at: Canaries['at']) {
  const rule = (path: string, tool: string) => ({ rule: `${tool}(${at(`${path}[].rule`)})`, reason: at(`${path}[].reason`) });
  const permissions = (path: string) => ({ deny: [rule(`${path}.deny`, 'Read')], ask: [rule(`${path}.ask`, 'Edit')] });
  const sandbox = (path: string) => ({
    filesystem: { denyWrite: [at(`${path}.filesystem.denyWrite`)], denyRead: [at(`${path}.filesystem.denyRead`)] },
    network: { deniedDomains: [at(`${path}.network.deniedDomains`)] },
  });
  const [reader, helper] = [at('agents.<>'), at('agents.<name>.subagents.<>')];
  const [param, small] = [at('agents.<name>.params.<>'), at('smallModel')];
  const agent = 'agents.<name>';
  const clears = (path: string) => ({ clearToolUses: { excludeTools: [at(`${path}.context.clearToolUses.excludeTools`)] } });
  return {
    name: at('name'),
    description: at('description'),
    extends: `./${at('extends')}.yaml`,
    include: `./${at('include')}.yaml`,
    plugins: {
      [at('plugins.<>')]: '@loadout/tool-tasks',
      shell: '@loadout/tool-shell',
      fs: '@loadout/tool-fs',
      agents: '@loadout/tool-agents',
    },
    secrets: {
      [at('secrets.<>')]: { env: at('secrets.<name>.env') },
      kept: { file: `./${at('secrets.<name>.file')}` },
    },
    providers: { [at('providers.<>')]: '@loadout/model-anthropic', other: '@loadout/model-anthropic' },
    models: {
      [at('models.<>')]: { provider: 'anthropic', id: at('models.<name>.id') },
      asked: {
        provider: 'anthropic',
        id: at('models.<name>.id'),
        effort: at('models.<name>.effort'),
      },
      known: { provider: 'anthropic', id: 'known', capabilities: { effort: [at('models.<name>.capabilities.effort')] } },
      [small]: { provider: 'anthropic', id: 'small' },
    },
    smallModel: small,
    allowedHttpHookUrls: [`https://${at('allowedHttpHookUrls')}.example.com/*`],
    permissions: permissions('permissions'),
    budgets: { [at('budgets.<>')]: { usd: 9, per: 'day', agent: helper, user: at('budgets.<name>.user') } },
    defaults: { instructions: [at('defaults.instructions'), { file: `./${at('defaults.instructions[].file')}.md` }] },
    agents: {
      [reader]: {
        extends: helper,
        model: 'asked',
        description: at(`${agent}.description`),
        instructions: [at(`${agent}.instructions`), { file: `./${at(`${agent}.instructions[].file`)}.md` }, `\${param:${param}}`],
        prompt: at(`${agent}.prompt`),
        params: {
          [param]: { description: at(`${agent}.params.<name>.description`), default: at(`${agent}.params.<name>.default`) },
        },
        tools: ['*'],
        context: clears(agent),
        permissions: permissions(`${agent}.permissions`),
        output: { retries: 0, schema: { type: 'object', properties: { [at(`${agent}.output.schema`)]: { type: 'string' } } } },
        hooks: {
          UserPromptSubmit: hook({ type: 'context', text: at(`${agent}.hooks.UserPromptSubmit[].hooks`) }),
          PreToolUse: [{ matcher: at(`${agent}.hooks.PreToolUse[].matcher`), hooks: [] }],
        },
        subagents: { [helper]: {} },
        skills: [SKILL],
      },
      [helper]: { model: 'known', instructions: 'Help.' },
      // Its denials are words of the program that confines a command, so no command runs under them here.
      confined: { instructions: 'Help.', sandbox: sandbox(`${agent}.sandbox`) },
    },
    skills: { dirs: './skills' },
  };
}

const SKILL = 'listed';

/** The files that the configuration names, each with a text of its own. */
const freeFiles = (at: Canaries['at']) => {
  const of = (field: string) => at(`skills.<name>.${field}`);
  return `---\nname: ${SKILL}\ndescription: ${of('description')}\nwhen_to_use: ${of('whenToUse')}\nargument-hint: ${of('argumentHint')}\narguments: [${of('arguments')}]\ndisallowed-tools: ${of('disallowedTools')}\n---\n${of('file')}\n`;
};

it('what applies before trust reaches the provider alone, and only where its key is told (N2)', async () => {
  const [made, canaries] = [await clone(), new Canaries()];
  const config = freeTexts(canaries.at);
  const named = [...JSON.stringify(config).matchAll(/canary\d+end\.md/g)].map(([name]) => name);
  made.write({
    ...Object.fromEntries(named.map((name) => [name, `Text of ${name}.`])),
    [config.extends.slice(2)]: 'version: 1\n',
    [config.include.slice(2)]: 'name: included\ninstructions: Hi.\n',
    'agent.config.yaml': JSON.stringify(config),
    [`skills/${SKILL}/SKILL.md`]: freeFiles(canaries.at),
  });
  const [reader] = Object.keys(config.agents);
  const { code, stdout, stderr } = await made.run(['run', reader ?? '']);
  const { request, process, address, file } = made.sinks;
  // The model of this test answers in words, and not in the form of the schema.
  expect([code, process], `${stdout}${stderr}`).toEqual([5, expect.stringContaining('printenv')]);
  expect([canaries.in(process), address, file]).toEqual([[], '', '']);
  const told = new Set(keys.flatMap(({ path, decision }) => (decision?.is === 'told' ? [path, `${path}[]`] : [])));
  const arrived = canaries.in(request);
  expect(arrived.filter((path) => !told.has(path))).toEqual([]);
  expect(arrived).toEqual(
    expect.arrayContaining(['agents.<name>.instructions', 'agents.<name>.output.schema', 'models.<name>.id']),
  );
  const untold = keys.filter((key) => takesText(key) && ![...canaries.paths].some((path) => path.startsWith(key.path)));
  expect(untold.map(({ path }) => path).filter((path) => !ELSEWHERE.some(([end]) => end.test(path)))).toEqual([]);
});

/** Whether a key of the file applies before trust and holds a text. A profile has the same keys, with the same decisions. */
const takesText = ({ path, schema, waitsAt }: SchemaKey) =>
  waitsAt === undefined && !path.startsWith('profiles') && (path.endsWith('<>') || holdsText(schema));

function holdsText(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return holdsText(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.some((one) => holdsText(one as z.ZodType));
  return schema instanceof z.ZodArray ? holdsText(schema.element as z.ZodType) : schema instanceof z.ZodString;
}

/** Keys that take no text of one's own, with the most that each can do. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^compat\.<>$/, 'A kind of files, from a fixed list.'],
  [/(?:plugins|providers)\.<name>(?:\.use)?$/, 'A package that is installed with Loadout, by its name.'],
  [/^(?:mcpServers|tools)\.<>$/, 'The name of an entry, which waits.'],
  [
    /permissions\.(?:deny|ask)\[\]\.(?:match|notMatch)$/,
    'An example of its rule. The program compares it when it starts, and keeps it nowhere.',
  ],
  [/^sandbox\./, 'As that of an agent. It confines a command, and its paths are words of the confining program.'],
  [
    /\.(?:provider|model|extends|tools|disallowedTools|toolRestrictions|mcpServers|skills|agent)$/,
    'A name that is declared elsewhere, and tried there.',
  ],
  [/(?:limits\.(?:time|answerTime)|context\.toolSearch)$/, 'A number with its unit, or a word of a fixed list.'],
  [/\.effort$/, 'As that of a model: a word that the model must know.'],
  [/instructions\.file$/, 'As a file in a list of instructions.'],
  [/^defaults\.context\./, 'As that of an agent.'],
  [
    /^skills\.(?:<>|<name>\.(?:dir|aliases|paths))$/,
    'The place of a file in the project, a name of the skill, and the files for which it is listed.',
  ],
  [/^skills\.<name>\.values/, 'Only skills of a mounted plugin have them, and all of such a plugin waits.'],
  [
    /(?:^hooks|^skills.*hooks|hooks\.(?!PreToolUse))\.?\w+\[\]\.(?:matcher|hooks)$/,
    'As that of PreToolUse, or of UserPromptSubmit.',
  ],
  [/hooks\.\w+\[\]\.hooks\[\]\.type$/, 'One of the types that are data.'],
];
