import type { Plan } from '@loadout/core/run';
import { onlyAgent } from '@loadout/runner';
import type { LoadedTest } from './tests/loaded-test.js';

/** Returns the name of the agent that a test runs. Throws AGENT_AMBIGUOUS. */
export const agentOfTest = ({ spec }: Pick<LoadedTest, 'spec'>, plan: Plan): string => spec.agent ?? onlyAgent(plan);
