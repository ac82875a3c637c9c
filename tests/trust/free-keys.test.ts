import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { documents } from '../../packages/config/src/schema/config-schema.js';
import { type SchemaKey, schemaKeys } from '../../packages/config/src/schema/schema-walk.test-kit.js';
import { Clone } from './clone.test-kit.js';

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

const SHOWS_ENVIRONMENT = { tools: [{ name: 'Bash', input: { command: 'env; ls' } }] };
const clone = () => new Clone().open((index) => (index === 0 ? SHOWS_ENVIRONMENT : { text: 'Done.' }));

const hook = (entry: object) => [{ hooks: [entry] }];

/** Everything that waits, as it would act: programs leave a file outside, addresses are those of the listener. */
function waiting({ outside, url }: Clone, at: Canaries['at'], base: string) {
  const touch = (path: string) => `touch ${join(outside, at(path))}`;
  const called = (path: string) => `${url}/${at(path)}`;
  const hooks = (path: string) => ({
    SessionStart: hook({ type: 'command', command: touch(path) }),
    UserPromptSubmit: hook({ type: 'http', url: called(path) }),
    PreToolUse: hook({ type: 'module', use: './fires.mjs' }),
    PostToolUse: hook({ type: 'audit', file: join(outside, at(path)) }),
    Stop: hook({ type: 'prompt', prompt: at(path) }),
  });
  const permissions = (path: string) => ({ allow: [`Bash(${at(path)}:*)`] });
  const sandbox = (path: string) => ({
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
  return {
    plugins: { fires: './fires.mjs', fs: { use: '@loadout/tool-fs', overrides: {} }, shell: SHELL(at(`${base}plugins`)) },
    secrets: { held: { command: ['touch', join(outside, at(`${base}secrets.<name>.command`))] } },
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
      away: { type: 'http', url: called(`${base}mcpServers.<name>`), headers: { x: at(`${base}mcpServers.<name>`) }, start: 'eager' },
    },
    permissions: {
      ...permissions(`${base}permissions.allow`),
      mode: 'bypassPermissions',
      additionalDirectories: [outside],
      approvals: { expireAfter: '5m' },
    },
    sandbox: sandbox(`${base}sandbox`),
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
        permissions: { ...permissions(`${base}agents.<name>.permissions.allow`), mode: 'bypassPermissions' },
        sandbox: sandbox(`${base}agents.<name>.sandbox`),
        hooks: hooks(`${base}agents.<name>.hooks`),
        subagents: { Explore: { grants: [`Bash(${at(`${base}agents.<name>.subagents.<name>.grants`)}:*)`] } },
      },
    },
  };
}

const SHELL = (canary: string) => ({ use: '@loadout/tool-shell', options: { env: { HELD: canary } } });

/** What a module does that is loaded. */
const fires = (outside: string) =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(outside, 'fired'))}, '');\nexport default { name: 'fires', api: 1, setup: () => ({}) };\n`;
const skill = (canary: string) =>
  `---\nname: held\ndescription: A skill.\nallowed-tools: Bash(${canary}:*)\n---\nDo it.\n`;

it.each([
  ['the file', [] as readonly string[]],
  ['a profile', ['--profile', 'p']],
])('nothing that waits in %s reaches a provider, a process, another address or a file outside (N2)', async (_, flags) => {
  const [made, canaries] = [await clone(), new Canaries()];
  const { at } = canaries;
  const held = waiting(made, at, flags.length === 0 ? '' : 'profiles.<name>.');
  const plain = { plugins: { shell: '@loadout/tool-shell', agents: '@loadout/tool-agents' }, agents: { a: AGENT } };
  const tests = [{ name: at('tests'), prompt: at('tests'), expect: { outcome: 'done' } }];
  const config = flags.length === 0 ? { ...held, tests } : { ...plain, tests, profiles: { p: held } };
  made.settings({ permissions: { allow: ['Bash(env)', 'Bash(ls)'] } });
  made.write({
    'agent.config.yaml': JSON.stringify({ ...config, skills: true }),
    'fires.mjs': fires(made.outside),
    'skills/held/SKILL.md': skill(at('skills.<name>.allowedTools')),
  });
  const { code, stderr, stdout } = await made.run(['run', 'a', 'Go.', ...flags]);
  const { request, process, address, file } = made.sinks;
  expect([code, request.length > 0], `${stdout}${stderr}`).toEqual([0, true]);
  expect({ request: canaries.in(request), process: canaries.in(process), address, file }).toEqual({
    request: [],
    process: [],
    address: '',
    file: '',
  });
  const base = flags.length === 0 ? /^(?!profiles)/ : /^(?:profiles|tests|skills)/;
  const tried = [...canaries.paths];
  const missing = keys.filter(({ path, waitsAt }) => waitsAt === path && base.test(path) && !isTried(path, tried));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

const AGENT = { model: 'anthropic/mock', instructions: 'Answer.', tools: ['*'] };

/** Keys whose values hold no text of their own are tried beside the others. */
const TEXTLESS = /(?:permissions\.(?:additionalDirectories|approvals)|plugins\.<name>\.overrides|models\.<name>\.price|sessions\.retention)$/;
const isTried = (path: string, tried: readonly string[]) => TEXTLESS.test(path) || tried.includes(path);
