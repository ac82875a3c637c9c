import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { PermissionUpdate } from '@loadout/core/run';
import type { LoadOptions } from '../../../config/src/load/load-options.js';
import { judgeConfig } from '../../../config/src/load/read-judged.js';
import { load, type makeSandbox, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';
import { recordTrust } from '../../../config/src/trust/trust-record.js';
import { type KeptRule, keepRule } from './keep-rule.js';

export const PERSONAL = 'agent.config.local.yaml';

const CONFIG = `plugins: { sh: "@loadout/tool-shell" }
permissions: { allow: ["Bash(ls:*)"], deny: ["Bash(rm:*)"] }
agents: { a: { instructions: Hi, model: anthropic/one } }
`;

export const allow = (ruleContent: string | undefined, toolName = 'Bash'): PermissionUpdate =>
  adding('allow', { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) });

export const adding = (behavior: 'allow' | 'ask' | 'deny', rule: RuleValue): PermissionUpdate => ({
  type: 'addRules',
  rules: [rule],
  behavior,
  destination: 'localSettings',
});

type RuleValue = Extract<PermissionUpdate, { type: 'addRules' | 'replaceRules' | 'removeRules' }>['rules'][number];

/** A project with a configuration, as this user sees it. */
export function personalProject(sandbox: ReturnType<typeof makeSandbox>, files: Readonly<Record<string, string>> = {}) {
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  return at(sandbox.project({ 'agent.config.yaml': CONFIG, ...files }), join(sandbox.root, 'state', 'trust.json'));
}

/** A project in a folder that exists. */
export function at(cwd: string, trustFile: string) {
  const env = { PATH: process.env.PATH, HOME: cwd };
  const options: Omit<Partial<LoadOptions>, 'cwd'> = { env, trust: { file: trustFile } };
  const loaded = () => load(cwd, options);
  return {
    cwd,
    env,
    trustFile,
    file: join(cwd, PERSONAL),
    load: loaded,
    keep: (update: PermissionUpdate, configFile = join(cwd, 'agent.config.yaml')): Promise<KeptRule> =>
      keepRule(update, { configFile, trustFile, env }),
    /** Trusts the configuration, or the file beside it. */
    async trust(which: 'configuration' | 'personal file') {
      const verdict = await judgeConfig({ cwd, env, trust: { file: trustFile } });
      const chosen = which === 'configuration' ? verdict : verdict.personal;
      if (chosen === undefined) throw new Error(`The ${which} has nothing that needs trust.`);
      recordTrust(trustFile, chosen);
    },
    /** The rules of the plan as they are written, with the file of each. */
    rules: async () =>
      (await loaded()).plan.permissions.rules.map(
        ({ behavior, tool, specifier, position }) =>
          `${behavior} ${tool}(${specifier ?? ''}) ${position?.file.slice(cwd.length + 1)}`,
      ),
    git: (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd, encoding: 'utf8' }),
  };
}
