import type { LoadOptions } from '@loadout/config';
import { load, makeSandbox, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';

type Files = Readonly<Record<string, string>>;

/** The text of a SKILL.md. */
export const skill = (fields: string, body = 'Do it.') => `---\n${fields}\n---\n${body}\n`;

/** A configuration with one agent and these skills. */
export const config = (skills: string, more = '') => `${skills === '' ? '' : `skills: ${skills}\n`}${more}agents: { main: {} }\n`;

/** Creates a folder for projects with skills. Call `install` before the first test. */
export function skillSandbox() {
  const sandbox = makeSandbox();
  const project = (files: Files, text = config('{ dirs: [skills] }')) =>
    sandbox.project({ 'agent.config.yaml': text, '.git/HEAD': '', ...files });
  return {
    ...sandbox,
    project,
    /** Creates a folder with only these files. */
    bare: sandbox.project,
    install() {
      sandbox.install('@loadout/tool-fs', TOOL_FS);
      sandbox.install('@loadout/tool-shell', TOOL_SHELL);
      sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } });
    },
    /** Loads a project with these files. */
    async read(files: Files, text?: string, options: Omit<Partial<LoadOptions>, 'cwd'> = {}) {
      const cwd = project(files, text);
      const { plan, warnings, trust } = await load(cwd, options);
      const said = warnings.map((one) => `${one.position?.line}:${one.position?.column} ${one.message}`);
      return { cwd, skills: plan.skills ?? {}, agents: plan.agents, said, trust };
    },
  };
}
