import { type AnyTool, defineTool, SessionMode, type ToolContext } from '@loadout/core';
import { writtenInputs } from '../written-inputs.js';

/** Open to other keys: models send `approved` and `allowedPrompts`, and neither means anything here. Source: CON-18. */
const inputSchema = {
  type: 'object',
  properties: { plan: { type: 'string', minLength: 1, description: 'The whole plan, as Markdown' } },
  required: ['plan'],
} as const;

export function exitPlanModeTool(): AnyTool {
  return defineTool({
    name: 'ExitPlanMode',
    role: 'ends-plan-mode',
    forParentOnly: true,
    aliases: ['PlanExit'],
    description:
      'Shows your plan to somebody who decides on it, and waits. If it is approved, plan mode ends and you carry out the plan; otherwise you stay in plan mode and read what to change. Only in plan mode, and only for plans that change something.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    requiresUserInteraction: true,
    validateInput: (input, context) => void writtenInputs(context)?.remember(context.toolUseId, input),
    obstacle: notInPlanMode,
    call: ({ plan }, context) => exit(plan, context),
  });
}

/** Asks nobody about a plan outside of plan mode. EnterPlanMode may stand before this call in the same message. Source: G15. */
function notInPlanMode(_: unknown, context: ToolContext): string | undefined {
  const mode = context.get(SessionMode).get();
  if (mode === 'plan') return undefined;
  return `You are not in plan mode (the permission mode is ${mode}), so there is nothing to leave. Go on with the work, or call EnterPlanMode first.`;
}

/** Runs only when somebody has approved: `requiresUserInteraction` lets no mode, no rule and no word of the model pass for that. */
function exit(plan: string, context: ToolContext) {
  const mode = context.get(SessionMode);
  const written = writtenInputs(context)?.take(context.toolUseId) as { readonly plan: string } | undefined;
  const planWasEdited = written !== undefined && written.plan !== plan;
  if (mode.get() === 'plan') mode.set('default');
  const approved = `The plan is approved, and the permission mode is now ${mode.get()}. Carry it out.`;
  return {
    content: planWasEdited ? `${approved} It was changed before; this is the plan now:\n\n${plan}` : approved,
    structuredContent: { plan, isAgent: context.agentId !== 'main', ...(planWasEdited ? { planWasEdited } : {}) },
  };
}
