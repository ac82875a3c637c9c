/** A hook is a function: the event comes in, an opinion or nothing goes out. */
export function onlyOnWeekdays(input) {
  const day = /--day (\w+)/.exec(input.tool_input.command)?.[1];
  if (day !== 'sunday') return undefined;
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'Not on a Sunday.' },
  };
}
