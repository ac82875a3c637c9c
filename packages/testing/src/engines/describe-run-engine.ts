import { type Check, checksOf, type Problem, register } from '../checks/check.js';
import type { EngineUnderTest, RunEngineCases } from './engine-cases.js';
import { writeProject } from './engine-project.js';
import {
  approveWithoutWorker,
  cancelInTool,
  readLarge,
  refuseOtherPlan,
  surviveKills,
  surviveRestart,
} from './run-engine-laws.js';

/** The abilities of an engine beyond its runs. A law about an ability is part of the suite only if the engine has it. */
export interface EngineAbilities {
  readonly approvals: boolean;
  readonly cancel: boolean;
  readonly plans: boolean;
  readonly restart: boolean;
}

/**
 * Tests an engine with real workers that are killed by real signals, and counts effects in a file. The engine must have exactly the
 * abilities that it declares (decision 0055).
 */
export function describeRunEngine(
  name: string,
  { open, abilities, ...runner }: RunEngineCases & { readonly abilities: EngineAbilities },
): void {
  register(`the engine ${name}`, { runner, checks: runEngineChecks(name, { open, abilities }) });
}

function runEngineChecks(
  name: string,
  { open, abilities }: Pick<RunEngineCases, 'open'> & { readonly abilities: EngineAbilities },
): readonly Check[] {
  const check = checksOf(`the engine ${name}`);
  const about = (law: string, look: (engine: EngineUnderTest) => Promise<Problem>) =>
    check(law, async () => {
      const engine = await open();
      writeProject(engine.dir);
      return look(engine);
    });
  const { approvals, cancel, plans, restart } = abilities;
  return [
    about('repeats no effect when the worker is killed after each of 20 effects', surviveKills('after')),
    about('repeats no call when the worker is killed before each of 20 effects', surviveKills('before')),
    about('continues a subagent when the worker is killed after each of its 20 effects', surviveKills('after', 'lead')),
    about('continues a subagent when the worker is killed before each of its 20 effects', surviveKills('before', 'lead')),
    about('takes a result of 5 MiB', readLarge),
    ...(approvals
      ? [about('takes one approval, after the worker is gone', (one) => needing(one, 'approvals', approveWithoutWorker))]
      : []),
    ...(cancel ? [about('ends the child processes of a cancelled run', (one) => needing(one, 'cancel', cancelInTool))] : []),
    ...(plans && approvals
      ? [
          about('gives a run to no worker with another plan', (one) =>
            needing(one, 'approvals', (some) => needing(some, 'refused', refuseOtherPlan)),
          ),
        ]
      : []),
    ...(restart && approvals
      ? [
          about('continues after its server was restarted', (one) =>
            needing(one, 'approvals', (some) => needing(some, 'restart', surviveRestart)),
          ),
        ]
      : []),
  ];
}

/** Applies a law that needs an ability. A declared ability that is missing is a problem. */
async function needing<Engine extends EngineUnderTest, Ability extends keyof EngineUnderTest>(
  engine: Engine,
  ability: Ability,
  law: (engine: Engine & { readonly [A in Ability]-?: NonNullable<EngineUnderTest[A]> }) => Promise<Problem>,
): Promise<Problem> {
  if (!has(engine, ability)) return `the engine declares the ability ${ability} and does not have it`;
  return law(engine);
}

const has = <Engine extends EngineUnderTest, Ability extends keyof EngineUnderTest>(
  engine: Engine,
  ability: Ability,
): engine is Engine & { readonly [A in Ability]-?: NonNullable<EngineUnderTest[A]> } => engine[ability] !== undefined;
