import type { ModelPlan } from '@loadout/core/model';
import { knownProvider, refusedOption, withFacts } from '@loadout/models';
import type { Draft } from './draft.js';

/** Leaves out the options that a model is known not to take, which `loadout check` refuses. */
export async function leaveOutRefused(draft: Draft): Promise<void> {
  for (const [name, { plan, node, path }] of draft.models) {
    const { capabilities } = await withFacts(plan, draft.providers.get(plan.provider) ?? knownProvider(plan.provider));
    let left: ModelPlan = plan;
    for (let refused = refusedOption({ ...left, capabilities }); refused !== undefined; ) {
      const { option, value, allowed } = refused;
      const takes = allowed.length === 0 ? 'has no such option' : `takes ${allowed.join(', ')}`;
      draft.lose(path, node.place, `${option} is ${value}, but the model ${plan.id} ${takes}`);
      const { [option]: _, ...rest } = left;
      left = rest;
      refused = refusedOption({ ...left, capabilities });
    }
    draft.models.set(name, { node, path, plan: left });
  }
}
