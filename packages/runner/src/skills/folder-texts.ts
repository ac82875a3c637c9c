import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Access } from '@loadout/core';
import { type LaterInstructions, type LaterText, runHooks, standsAgainst } from '@loadout/core/run';
import { type Calling, type RunContext, rootSession } from '../context/run-context.js';
import type { Rules } from '../permissions/permissions.js';
import { installedPackage } from '../plugins/resolve-plugin.js';
import { type ModelText, modelText } from '../prompts/model-texts.js';
import { toolWith } from '../tools/find-tools.js';

const USE = '@loadout/claude-files';
/** The most characters told until the conversation is replaced. */
const CHARS = 160_000;

type Run = Pick<RunContext, 'parent' | 'session' | 'spec'> & Pick<Rules, 'permissions'>;

/** The instructions of folders, and rules for some files. The model hears of each once a call works on what it is for (decision 0137). */
export class FolderTexts {
  readonly #run: Run;
  readonly #touched = new Set<string>();
  readonly #globs = new Map<string, readonly string[]>();
  #heard: Set<string> | undefined;
  #room = CHARS;

  constructor(run: Run) {
    this.#run = run;
  }

  worksOn(accesses: readonly Access[]): void {
    for (const access of accesses) if (access.kind === 'read' || access.kind === 'write') this.#touched.add(access.path);
  }

  /** The conversation was replaced, so each text is told again when a call works there. */
  forget(): void {
    this.#heard = undefined;
    this.#room = CHARS;
  }

  /** Returns the texts for the paths that calls worked on since the last time. */
  async announce(calling: Calling): Promise<readonly ModelText[]> {
    const run = this.#run;
    const paths = [...this.#touched];
    this.#touched.clear();
    const { laterInstructions: later, workspace } = run.spec.plan;
    const reader = later === undefined || paths.length === 0 ? undefined : await installedPackage<LaterInstructions>(USE);
    if (later === undefined || reader === undefined) return [];
    this.#heard ??= startFiles(run);
    const query = {
      ...later,
      folder: workspace,
      heard: this.#heard,
      globs: this.#globs,
      // An agent that a run starts sees what that run wrote.
      since: Date.parse(rootSession(run).header.startedAt),
      mayRead: readsOf(run, calling),
    };
    const texts: ModelText[] = [];
    for (const path of paths)
      for (const found of await reader.readLater(path, { ...query, room: this.#room })) {
        this.#room = Math.max(0, this.#room - (found.text?.length ?? 0));
        const text =
          found.text === undefined ? modelText.folderTextChanged(found.name) : modelText.folderText(found.name, found.text);
        if (run.session.holds(text)) continue;
        if (found.text !== undefined) await reportLoaded(found, calling);
        texts.push(text);
      }
    return texts;
  }
}

async function reportLoaded({ file, reason }: LaterText, { calls }: Calling): Promise<void> {
  const memory_type = basename(file) === 'CLAUDE.local.md' ? 'Local' : 'Project';
  await runHooks('InstructionsLoaded', { file_path: file, memory_type, load_reason: reason }, calls());
}

const startFiles = ({ spec }: Run): Set<string> =>
  new Set((spec.plan.instructionFiles ?? []).flatMap(({ path }) => (existsSync(path) ? realpathSync.native(path) : [])));

/** Whether no rule stands against reading a file, as for the tool that the model would use. */
function readsOf({ permissions }: Run, { calls }: Calling): (path: string) => boolean {
  const tool = toolWith(calls().pool, 'reads-files') ?? { name: '', aliases: [] };
  return (path) => !standsAgainst({ kind: 'read', path }, { tool, input: {} }, permissions.layers);
}
