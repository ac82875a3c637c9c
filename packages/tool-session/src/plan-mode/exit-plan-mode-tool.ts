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
    forParentOnly: true,
    aliases: ['PlanExit'],
    description:
      'Shows your plan to somebody who decides on it, and waits. Approved, plan mode ends and you carry the plan out; else you stay in plan mode and read what to change. Only in plan mode, and only for plans that change something.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    requiresUserInteraction: true,
    validateInput: notInPlanMode,
    call: ({ plan }, context) => exit(plan, context),
  });
}

/**
 * Refuses the call outside plan mode. A call that was accepted once stays accepted, because an approval may change plan and mode
 * before the call is checked again.
 */
function notInPlanMode(input: { readonly plan: string }, context: ToolContext): string | undefined {
  const written = writtenInputs(context);
  if (written?.has(context.toolUseId)) return undefined;
  const mode = context.get(SessionMode).get();
  if (mode !== 'plan')
    return `You are not in plan mode (the permission mode is ${mode}), so there is nothing to leave. Go on with the work, or call EnterPlanMode first.`;
  written?.remember(context.toolUseId, input);
  return undefined;
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
