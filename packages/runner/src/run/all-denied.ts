import { toolMatcher } from '@loadout/core/run';
import type { Ending } from '../turn/ending.js';
import type { RunState } from './run-state.js';

type Run = Pick<RunState, 'calls' | 'counts' | 'parent' | 'spec'>;

/**
 * The ending of a run whose answer came without any work, because each call that would have changed something was denied: nobody may
 * take it for completed work (F21). The calls of its agents do not count: the agent decides what it makes of their answers.
 */
export const withDenials = (run: Run, ending: Ending): Ending =>
  ending.outcome === 'success' && run.parent === undefined && isAllDenied(run) ? { ...ending, outcome: 'denied' } : ending;

function isAllDenied(run: Run): boolean {
  const { calls, denials } = run.counts;
  const inputs = new Map(denials.map((denial) => [denial.tool_use_id, denial.tool_input]));
  const mayChange = (name: string, input: unknown) => changes(() => toolCalled(name, run)?.isReadOnly(input));
  const isDenied = ({ name, outcome }: (typeof calls)[number]) =>
    outcome === 'denied' || (outcome === 'refused' && isHidden(name, run));
  return (
    calls.some((call) => isDenied(call) && mayChange(call.name, inputs.get(call.id) ?? {})) &&
    !calls.some(({ name, outcome }) => outcome !== 'denied' && outcome !== 'refused' && mayChange(name, {}))
  );
}

/** A tool that cannot tell for this input counts as changing something. */
function changes(isReadOnly: () => boolean | undefined): boolean {
  try {
    return isReadOnly() !== true;
  } catch {
    return true;
  }
}

/** The tool, also where a deny rule hides it from the model. */
const toolCalled = (name: string, { calls, spec }: Run) =>
  calls.pool.get(name) ?? spec.poolFor({ allowed: undefined, disallowed: [] }, []).get(name);

/** Whether a deny rule for the whole tool hides it, so that a call of it is refused as unknown. */
const isHidden = (name: string, { calls }: Run): boolean =>
  calls.pool.get(name) === undefined &&
  calls
    .permissions()
    .rules.some((rule) => rule.behavior === 'deny' && rule.specifier === undefined && toolMatcher(rule.tool)({ name }));
