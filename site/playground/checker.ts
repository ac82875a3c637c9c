import { own, packages } from 'loadout:packages';
import * as claudeFiles from '@loadout/claude-files';
import { readCall } from '@loadout/command';
import { withAgent } from '@loadout/command/runs';
import { type ConfigError, loadConfig, renderDiagnostics } from '@loadout/config';
import { isLoadoutError } from '@loadout/core';
import { explainCall } from '@loadout/explain';

import * as advice from '@loadout/shell-rules/advice';
import * as toolFs from '@loadout/tool-fs';
import * as scriptCheck from '@loadout/tool-script/check';
import * as toolShell from '@loadout/tool-shell';
import { decisionText } from '../../packages/explain/src/command/decision-text.js';
import { fill } from './shims/fs.js';
import { offerModule } from './shims/module.js';

offerModule('@loadout/claude-files', claudeFiles);
offerModule('@loadout/shell-rules/advice', advice);
offerModule('@loadout/tool-script/check', scriptCheck);
offerModule('@loadout/tool-fs', toolFs);
offerModule('@loadout/tool-shell', toolShell);

const CWD = '/project';

export interface CheckRequest {
  /** The files of the project, by their path in it. */
  readonly files: Readonly<Record<string, string>>;
  /** The configuration among them. Default: agent.config.yaml. */
  readonly file?: string;
  /** The options of a sample of the tests. */
  readonly options?: {
    readonly profile?: string;
    readonly params?: Record<string, string>;
    readonly env?: Record<string, string>;
    readonly userFile?: string;
    readonly keepParams?: boolean;
  };
  /** Installed packages, as files by path. Absent: the packages of Loadout. */
  readonly installed?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly ok: boolean;
  /** Lines for a person, as the command prints them. */
  readonly text: string;
}

/** Checks a configuration as `loadout check` does, on a disk that has the given files only. */
export async function check(request: CheckRequest): Promise<Answer> {
  try {
    const { warnings } = await load(request);
    return { ok: true, text: renderDiagnostics(warnings, { cwd: CWD }) };
  } catch (error) {
    return failed(error);
  }
}

/** Says what the rules decide about a call, such as `Bash(git push)`, as `loadout explain` does. */
export async function explain({
  call,
  agent,
  ...request
}: CheckRequest & { readonly call: string; readonly agent?: string }): Promise<Answer> {
  try {
    const { plan } = await load(request);
    const text = await withAgent(plan, {
      agent,
      env: {},
      use: async (one) => {
        const read = readCall(call, one.pool);
        return decisionText(await explainCall(one, read), { cwd: CWD, paint: (_style, word) => word });
      },
    });
    return { ok: true, text };
  } catch (error) {
    return failed(error);
  }
}

/** The agents of a configuration that is right, by name. */
export async function agents(request: CheckRequest): Promise<readonly string[]> {
  return Object.keys((await load(request)).plan.agents);
}

function load({ files, file = 'agent.config.yaml', options = {}, installed = packages }: CheckRequest) {
  const given = Object.entries(files).map(([path, text]) => [`${CWD}/${path}`, text] as const);
  fill({ ...own, ...installed, '/home/you/.keep': '', ...Object.fromEntries(given) });
  const { userFile = 'none.yaml', env, ...rest } = options;
  return loadConfig({
    keepParams: true,
    ...rest,
    env: { HOME: '/home/you', ...env },
    cwd: CWD,
    file: `${CWD}/${file}`,
    managedFile: `${CWD}/none.yaml`,
    userFile: `${CWD}/${userFile}`,
    packageRoots: ['/loadout'],
  });
}

function failed(error: unknown): Answer {
  if (!isLoadoutError(error)) throw error;
  if ('problems' in error) return { ok: false, text: renderDiagnostics((error as ConfigError).problems, { cwd: CWD }) };
  return { ok: false, text: error.fix === undefined ? error.message : `${error.message}\nFix: ${error.fix}` };
}
