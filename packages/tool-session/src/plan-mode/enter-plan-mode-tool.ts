import { type AnyTool, defineTool, SessionMode, type ToolContext } from '@loadout/core';

const ENTERED = `The permission mode is now plan: every call that changes something is denied.
1. Read and search until you know what has to be done.
2. Decide how. Ask what only the user can decide.
3. Call ExitPlanMode with the plan. Somebody approves it, or says what to change; until then you stay in plan mode.`;

export function enterPlanModeTool(): AnyTool {
  return defineTool({
    name: 'EnterPlanMode',
    forParentOnly: true,
    aliases: ['PlanEnter'],
    description:
      'Switches to plan mode, in which you can only read: for work whose design somebody should approve before anything is changed. Not for small, clear tasks. ExitPlanMode ends it.',
    inputSchema: { type: 'object', properties: {} },
    // Plan mode only removes permissions, so nobody needs to be asked.
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    call: (_, context) => enter(context),
  });
}

function enter(context: ToolContext) {
  const mode = context.get(SessionMode);
  const from = mode.get();
  if (from === 'plan')
    return {
      content: 'You are in plan mode already. Call ExitPlanMode when the plan is ready.',
      structuredContent: { message: 'already in plan mode' },
    };
  mode.set('plan');
  return { content: ENTERED, structuredContent: { message: `permission mode: ${from} -> plan` } };
}
