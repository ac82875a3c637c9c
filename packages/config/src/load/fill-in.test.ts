import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, rendered } from './sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('loadout-plugin-crm', { tools: [] }));
afterAll(() => sandbox.remove());

const project = (text: string, files: Record<string, string> = {}) => sandbox.project({ 'agent.config.yaml': text, ...files });
const crm = (options: string, rest = '') =>
  `plugins: { crm: { use: loadout-plugin-crm, options: ${options} } }\nagents: { a: {} }\n${rest}`;

describe('interpolation (CFG-06)', () => {
  it('fills in string values only, never keys', async () => {
    const cwd = project(
      'agents:\n  a: { prompt: "${env:WHO} ${WHO} ${env:NO:-none} ${env:NO:-} $$ $${WHO} $5 cost", instructions: "$" }\n',
    );
    const { plan } = await load(cwd, { env: { WHO: 'me' } });
    expect(plan.agents.a).toMatchObject({ prompt: 'me me none  $ ${WHO} $5 cost', instructions: '$' });
    expect(await problems(project('agents:\n  "${WHO}": {}\n'), { env: { WHO: 'me' } })).toEqual([
      'CONFIG_NAME agents["${WHO}"]',
    ]);
  });

  it('does not fill in overridden values, x- keys, or profiles that are not chosen', async () => {
    const cwd = project(
      'extends: ./a.yaml\nx-note: ${env:NO}\nname: mine\nagents: { a: {} }\nprofiles: { p: { agents: { a: { prompt: "${env:NO}" } } } }\n',
      { 'a.yaml': 'name: "${env:NO}"\n' },
    );
    expect((await load(cwd)).plan.name).toBe('mine');
    expect(await problems(cwd, { profile: 'p' })).toEqual(['CONFIG_ENV_UNSET agents.a.prompt']);
  });

  it('reports every position of one text that cannot be filled in', async () => {
    const text = await rendered(project('agents:\n  a:\n    prompt: |\n      Hello\n      ${env:A} and ${env:B}\n'));
    expect(text).toContain('agent.config.yaml:5:7  CONFIG_ENV_UNSET');
    expect(text).toContain('agent.config.yaml:5:20  CONFIG_ENV_UNSET');
  });
});

describe('params', () => {
  const text =
    'agents:\n  a: { params: { n: { type: integer, required: true }, s: { default: x } }, limits: { turns: "${param:n}" }, prompt: "${param:n} ${param:s}" }\n';

  it('have their declared type if they are the whole value', async () => {
    const { plan } = await load(project(text), { params: { n: '5' } });
    expect(plan.agents.a).toMatchObject({ limits: { turns: 5 }, prompt: '5 x' });
  });

  it('that are required must be given, but only those of the agent that runs', async () => {
    const cwd = project(`${text}  b: { prompt: Go. }\n`);
    expect(await problems(cwd)).toEqual(['CONFIG_PARAM_MISSING agents.a.params.n']);
    expect(await problems(cwd, { agent: 'b' })).toEqual([]);
    expect((await load(cwd, { keepParams: true })).plan.agents.a?.prompt).toBe('${param:n} x');
  });
});

describe('secrets', () => {
  it('come from the environment, a file or a command, are in the plan and are masked in output', async () => {
    const cwd = project(
      crm(
        '{ a: "Bearer ${secret:A}", b: "${secret:B}", c: "${secret:C}", d: "${secret:D}" }',
        'secrets:\n  A: { env: A_VALUE }\n  B: { file: ./b.txt }\n  C: { command: [node, -e, "console.log(process.argv[1])", from-command] }\n  D: { env: NO, required: false }\n',
      ),
      { 'b.txt': 'from-file\n' },
    );
    const { plan, resolved } = await load(cwd, { env: { A_VALUE: 'from-env', PATH: process.env.PATH } });
    expect(plan.plugins[0]?.options).toEqual({ a: 'Bearer from-env', b: 'from-file', c: 'from-command' });
    expect([...plan.secrets].sort()).toEqual(['from-command', 'from-env', 'from-file']);
    expect(resolved).toMatchObject({ plugins: { crm: { options: { a: 'Bearer ***', b: '***', c: '***' } } } });
    expect(JSON.stringify(resolved)).not.toMatch(/from-(env|file|command)/);
  });

  it('that are not used are not fetched', async () => {
    const cwd = project('secrets: { A: { command: [touch, made] }, B: { env: NO } }\nagents: { a: {} }\n');
    await load(cwd, { env: { PATH: process.env.PATH } });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('include environment variables with secret names, declared or not', async () => {
    const { plan, resolved } = await load(project(crm('{ key: "${env:CRM_API_KEY}" }')), { env: { CRM_API_KEY: 'abcdef' } });
    expect(plan.secrets).toEqual(['abcdef']);
    expect(JSON.stringify(resolved)).not.toContain('abcdef');
  });

  it('never occur in an error', async () => {
    const cwd = project(`permissions: { mode: "\${env:THE_TOKEN}", deny: ["Bash\${env:THE_TOKEN} x"] }\n${crm('{}')}`);
    const text = await rendered(cwd, { env: { THE_TOKEN: 'hunter2' } });
    expect(text).toContain('CONFIG_VALUE_UNKNOWN');
    expect(text).toContain('CONFIG_RULE_INVALID');
    expect(text).not.toContain('hunter2');
  });

  it('that are written into the file cause a warning and are hidden, also in sinks', async () => {
    const key = 'sk-ant-0123456789abcdefghij';
    const { plan, resolved, warnings } = await load(project(crm(`{ key: ${key} }`)));
    expect(warnings.map((one) => one.code)).toEqual(['CONFIG_LITERAL_KEY']);
    expect(plan.secrets).toEqual([key]);
    expect(JSON.stringify([resolved, warnings])).not.toContain(key);
  });
});
