import type { AnyTool } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { checkScript, loadScript, type ScriptedModel, type ScriptTurn, scriptedModel } from '@loadout/model-script';
import { errors } from './errors.js';
import { ownPath } from './own-path.js';
import type { Instead } from './replaced-tools.js';
import type { UnusedTurn } from './runs/recorded-run.js';
import { standInTools } from './stand-in-tools.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** The model of a test, and the turns of its scripts that nobody asked for. */
export interface TestModel {
  /** Absent: the agent's own model answers. */
  readonly model?: ModelProvider | undefined;
  /** If true, nothing stands in for the model and for servers. */
  readonly isLive?: true | undefined;
  /** Returns the recorded result of a call; `undefined`: the tool runs. */
  readonly replay?: ((tool: string, input: unknown) => Instead | undefined) | undefined;
  /** Tools in the place of those of servers that do not start. */
  readonly standIns: readonly AnyTool[];
  unused(): Promise<readonly UnusedTurn[]>;
}

type Written = string | readonly unknown[];

/**
 * Creates a model that plays a script for each agent. A request that is no turn of a conversation is played by the script of its
 * purpose: `summary`, `small` or `sampling`. Throws SCRIPT_INVALID, SCRIPT_UNREADABLE, each at its line.
 */
export async function scriptModel(
  test: LoadedTest,
  { agent, folder }: { readonly agent: string; readonly folder: string },
): Promise<TestModel> {
  const { script, agents = {} } = test.spec.model ?? {};
  const scripts = new Map<string, ScriptedModel>();
  if (script !== undefined) scripts.set(agent, await played(test, { script, path: ['model', 'script'], name: agent, folder }));
  for (const [name, own] of Object.entries(agents))
    scripts.set(name, await played(test, { script: own, path: ['model', 'agents', name], name, folder }));
  const model: ModelProvider = {
    name: 'script',
    async *stream(request, options) {
      const { agent: asking = agent, purpose = 'turn' } = options.asker ?? {};
      const name = purpose === 'turn' ? asking : purpose;
      const found = scripts.get(name);
      if (found === undefined) throw errors.TEST_SCRIPT_MISSING({ name, purpose, known: [...scripts.keys()] });
      yield* found.stream(request, options);
    },
  };
  return { model, standIns: standInTools(test.spec.tools ?? {}), unused: () => unusedIn(scripts) };
}

interface Playing {
  readonly script: Written;
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly folder: string;
}

async function played(test: LoadedTest, { script, path, name, folder }: Playing): Promise<ScriptedModel> {
  if (typeof script === 'string') return scriptedModel(await loadScript(ownPath(test, path, { path: script, folder })));
  const place = (inside: string) => test.at([...path, ...inside.split('/').slice(2).map(toKey)]);
  return scriptedModel(await checkScript(script as readonly ScriptTurn[], { name: `script of ${name}`, place }));
}

const toKey = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);

async function unusedIn(scripts: ReadonlyMap<string, ScriptedModel>): Promise<readonly UnusedTurn[]> {
  const found: UnusedTurn[] = [];
  for (const [script, played] of scripts) {
    const left = await played.remaining();
    const turns = await played.length();
    if (left > 0) found.push({ script, turn: turns - left + 1, turns });
  }
  return found;
}
