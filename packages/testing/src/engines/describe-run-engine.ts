import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, checksOf, type Problem, register } from '../checks/check.js';
import { approveWithoutWorker, askAgainAfterChange, refuseOtherPlan } from './approval-laws.js';
import { cancelInTool, cancelWhileQueued, cancelWhileWaiting } from './cancel-laws.js';
import { endChildrenBy } from './child-laws.js';
import { CALLS, MESSAGES } from './cutting-model.js';
import { effectsOf, untilEnd } from './effects.js';
import type { EngineUnderTest, Law, RunEngineCases, With } from './engine-cases.js';
import { writeProject } from './engine-project.js';
import { readLarge, surviveClocks, surviveKills, surviveRestart, takeOverElsewhere } from './run-engine-laws.js';
import { keepWhileStopped, surviveFrozenMachines, surviveStops } from './stop-laws.js';

/** Breaks off a message of the model before its first block and behind each, and compares the effects with the conversation. */
const surviveBrokenMessages =
  (way: 'cut' | 'kill'): Law =>
  async (engine) => {
    writeFileSync(join(engine.dir, 'break'), way);
    const { outcome, text } = await untilEnd(engine, await engine.submit('cutting'));
    if (outcome !== 'success' || text !== 'All done.') return `the run ended with ${outcome}: ${text}`;
    const effects = effectsOf(engine.dir);
    const known = readFileSync(join(engine.dir, 'known'), 'utf8').split('\n');
    for (let step = 1; step <= MESSAGES * CALLS.length; step += 1) {
      const ids = effects.get(step) ?? [];
      if (ids.length !== 1) return `the effect of step ${step} has the ids ${ids.join(', ') || 'of no call'}`;
      if (!known.includes(`${step} ${ids[0]}`)) return `the conversation does not know the effect of step ${step}, of ${ids[0]}`;
    }
    return undefined;
  };

/** The abilities of an engine beyond its runs. A law about an ability is part of the suite only if the engine has it. */
export interface EngineAbilities {
  readonly approvals: boolean;
  readonly cancel: boolean;
  readonly plans: boolean;
  readonly restart: boolean;
  /** True if a worker that is silent loses its run to another worker. False if it keeps the run until it ends. */
  readonly takeover: boolean;
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
  const { approvals, cancel, plans, restart, takeover } = abilities;
  /** A law about abilities, unless the engine does without one of them. */
  const needing = <Ability extends keyof EngineUnderTest>(
    isDeclared: boolean,
    law: string,
    needs: readonly Ability[],
    look: Law<With<Ability>>,
  ) => (isDeclared ? [about(law, async (engine) => lookWith(engine, needs, look))] : []);
  const unless = (isOther: boolean, law: string, look: Law) => (isOther ? [] : [about(law, look)]);
  return [
    about('repeats no effect when the worker is killed after each of 20 effects', surviveKills('after')),
    about('repeats no call when the worker is killed before each of 20 effects', surviveKills('before')),
    about('does not look at the clocks of its workers', surviveClocks),
    about('continues a subagent when the worker is killed after each of its 20 effects', surviveKills('after', 'lead')),
    about('continues a subagent when the worker is killed before each of its 20 effects', surviveKills('before', 'lead')),
    about('has no effect under two ids when a message is cut after each block (F22)', surviveBrokenMessages('cut')),
    about('has no effect under two ids when the worker is killed after each block (F22)', surviveBrokenMessages('kill')),
    about('takes a result of 5 MiB', readLarge),
    ...unless(!takeover, 'repeats nothing when the worker is stopped in each of 20 calls, and ends it', surviveStops),
    ...unless(!takeover, 'goes on while machines are frozen, and ends their runs when they continue', surviveFrozenMachines),
    ...unless(!takeover, 'ends the child processes of a killed worker before another goes on', endChildrenBy('SIGKILL')),
    ...unless(!takeover, 'ends the child processes of a stopped worker before another goes on', endChildrenBy('SIGSTOP')),
    ...unless(takeover, 'gives the run of a worker that is stopped in each of 20 calls to nobody else', keepWhileStopped),
    ...needing(approvals, 'takes one approval, after the worker is gone', ['approvals'], approveWithoutWorker),
    ...needing(approvals, 'asks again about an input that changed after the answer', ['approvals'], askAgainAfterChange),
    ...needing(approvals && takeover, 'gives the run of a killed worker to one elsewhere', ['approvals'], takeOverElsewhere),
    ...needing(cancel, 'ends the child processes of a cancelled run', ['cancel'], cancelInTool),
    ...needing(cancel, 'cancels a run that no worker has begun', ['cancel'], cancelWhileQueued),
    ...needing(cancel && approvals, 'cancels a run that waits for an answer', ['cancel', 'approvals'], cancelWhileWaiting),
    ...needing(plans && approvals, 'gives a run to no worker with another plan', ['approvals', 'refused'], refuseOtherPlan),
    ...needing(restart && approvals, 'continues after its server was restarted', ['approvals', 'restart'], surviveRestart),
  ];
}

/** Applies a law that needs abilities. A declared ability that is missing is a problem. */
async function lookWith<Ability extends keyof EngineUnderTest>(
  engine: EngineUnderTest,
  needs: readonly Ability[],
  law: Law<With<Ability>>,
): Promise<Problem> {
  if (!hasAll(engine, needs)) return `the engine declares one of the abilities ${needs.join(', ')} and does not have it`;
  return law(engine);
}

const hasAll = <Ability extends keyof EngineUnderTest>(
  engine: EngineUnderTest,
  needs: readonly Ability[],
): engine is With<Ability> => needs.every((ability) => engine[ability] !== undefined);
