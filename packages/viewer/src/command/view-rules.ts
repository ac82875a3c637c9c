import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { neededPackage } from '@loadout/command';
import { isLoadoutError } from '@loadout/core';
import type { CommandHost, SessionSource } from '@loadout/core/commands';
import type { RuleSuggestions, RulesAnswer } from '../rules/rule-suggestions.js';
import { rulesFailure, shownRules } from '../rules/shown-rules.js';

type GivenFlags = Parameters<CommandHost['load']>[0];

/** The part of `@loadout/rules` that says what to propose. */
interface Rules {
  suggestions(flags: GivenFlags, host: CommandHost): Promise<RuleSuggestions>;
}

// A variable, so that neither the types nor the build of this package need the other one.
const USE: string = '@loadout/rules';

interface RulesView {
  readonly host: CommandHost;
  readonly flags: GivenFlags;
  readonly onFault: (error: unknown) => void;
}

/** Reads what a project says of its rules each time the tab is opened. Resolves for an error too. Readers at once share one reading. */
export function rulesOf({ host, flags, onFault }: RulesView): () => Promise<RulesAnswer> {
  const redact = (text: string) => host.redact(text);
  let reading: Promise<RulesAnswer> | undefined;
  const read = async () => {
    try {
      const load = () => import(/* @vite-ignore */ USE) as Promise<Rules>;
      const { suggestions } = await neededPackage(USE, { needs: 'the tab of rules', load });
      const { config, profile, cwd } = flags;
      return shownRules(await suggestions({ config, profile, cwd }, host), redact);
    } catch (error) {
      if (!isLoadoutError(error)) onFault(error);
      return rulesFailure(error, redact);
    } finally {
      reading = undefined;
    }
  };
  return () => (reading ??= read());
}

/** Whether one of the files is a session of the project. */
export const isOfProject = (files: readonly string[], { sessions }: SessionSource): boolean =>
  files.some((file) => !relative(realOf(sessions.dir), realOf(file)).startsWith('..'));

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
