/** Stands where a person would decide: a plan that says how it is tested is approved as it is. */
export default function approvePlan({ tool_input: input }) {
  if (!/\btests?\b/.test(input.plan)) return { decision: 'block', reason: 'Say how it is tested.' };
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: input },
  };
}
