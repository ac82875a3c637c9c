import type { Message, ModelRequest } from '@loadout/core/model';
import type { Ground } from '../ground/ground.js';
import type { Asking } from './asking.js';

/** Completes the request that sends these messages to the model in use, and reports what the model does not get. */
export async function requestWith(
  { emit, model }: Pick<Ground, 'emit'> & Pick<Asking, 'model'>,
  { request, messages }: { readonly request: Omit<ModelRequest, 'messages'>; readonly messages: readonly Message[] },
): Promise<ModelRequest> {
  const { notice, ...sent } = await model.history.for(messages, {
    plan: model.plan,
    api: model.origin.api,
    knowsReferences: model.current.provider.knowsReferences,
    thinking: request.thinking,
  });
  if (notice !== undefined) emit({ type: 'notice', message: notice });
  return { ...request, ...sent };
}
