import { defineErrors } from './errors/loadout-error.js';

/** Every error of this package. `docs/reference/errors.md` is generated from this table. */
export const table = {
  NODE_TOO_OLD: {
    message: (p: { needed: string; version: string }) => `Loadout needs Node ${p.needed} or later; this is ${p.version}.`,
    fix: () => 'Install a current version of Node: https://nodejs.org',
  },
  SCHEMA_INVALID: {
    message: (p: { owner: string; problem: string }) => `The schema of ${p.owner} cannot be used: ${p.problem}.`,
    fix: () =>
      'Write the schema as an object of zod 4, as JSON Schema with "type": "object", or as a map of parameter names to types.',
  },
  TOOL_NAME_INVALID: {
    message: (p: { name: string; origin: string; character: string }) =>
      `The tool name ${JSON.stringify(p.name)} of ${p.origin} ${p.character}.`,
    fix: () => 'Use 1 to 64 letters, digits, underscores and hyphens.',
  },
  TOOL_MEMBER_IGNORED: {
    message: (p: { name: string; from: string; member: string; instead: string }) =>
      p.member.startsWith('call,')
        ? `The tool ${JSON.stringify(p.name)} of ${p.from} has no member ${p.member} that does its work.`
        : `The tool ${JSON.stringify(p.name)} of ${p.from} has the member ${JSON.stringify(p.member)}, which nothing would read.`,
    fix: (p: { instead: string }) => `${p.instead}.`,
  },
  TOOL_NAME_TAKEN: {
    message: (p: { name: string; first: string; second: string }) =>
      `Two tools are called "${p.name}": one from ${p.first}, one from ${p.second}.`,
    fix: (p: { name: string }) => `Remove one, or choose one in the plugin's entry: overrides: { ${p.name}: <its tool> }.`,
  },
  TOOL_UNKNOWN: {
    message: (p: { name: string; nearest?: string | undefined; missing?: string | undefined; available: readonly string[] }) =>
      `There is no tool "${p.name}".${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}${p.missing === undefined ? '' : ` ${p.missing}`}`,
    fix: (p: { available: readonly string[] }) =>
      p.available.length === 0 ? 'This agent has no tools: answer without one.' : `Call one of: ${p.available.join(', ')}.`,
  },
  TOOL_RESTRICTED: {
    message: (p: { name: string; allowed: readonly string[] }) =>
      `The tool "${p.name}" may not be called now: it is outside the active restriction.`,
    fix: (p: { allowed: readonly string[] }) =>
      p.allowed.length === 0 ? 'It allows no tool: answer without one.' : `Call one of: ${p.allowed.join(', ')}.`,
  },
  TOOL_INPUT_MALFORMED: {
    message: (p: { name: string; raw: string }) =>
      `The input for ${p.name} is not complete JSON, so the tool did not run. Received: ${p.raw.slice(0, 500)}`,
    fix: () => 'Send the call again with complete JSON.',
  },
  TOOL_INPUT_TOO_LARGE: {
    message: (p: { name: string; problem: string }) =>
      `The input for ${p.name} cannot be taken: ${p.problem}. The tool did not run.`,
    fix: () => 'Send less in one call, or write it to a file in parts.',
  },
  TOOL_INPUT_INVALID: {
    message: (p: { name: string; details: string }) => `Invalid arguments for tool ${p.name}: ${p.details}`,
    fix: () => 'Call the tool again with these corrected.',
  },
  TOOL_INPUT_REFUSED: { message: (p: { name: string; why: string }) => p.why },
  TOOL_OUTPUT_INVALID: {
    message: (p: { name: string; details: string }) =>
      `The tool ${p.name} ran, but its result does not match its output schema: ${p.details}`,
    fix: () => 'This is a bug in the tool; report it to its author.',
  },
  TOOL_OUTPUT_UNREADABLE: {
    message: (p: { name: string; details: string }) => `The tool ${p.name} ran, but its result cannot be read: ${p.details}`,
    fix: () => 'This is a bug in the tool: it returns a text, { content } or { data }. Report it to its author.',
  },
  TOOL_FAILED: { message: (p: { name: string; message: string }) => p.message || `The tool ${p.name} failed without a message.` },
  TOOL_TIMED_OUT: {
    message: (p: { name: string; ms: number }) => `The tool ${p.name} was stopped after ${p.ms} ms.`,
    fix: () => 'Ask for less in one call.',
  },
  TOOL_INTERRUPTED: { message: (p: { name: string }) => `The call of ${p.name} was interrupted before it finished.` },
  TOOL_NOT_RUN: { message: (p: { name: string; why: string }) => `The call of ${p.name} was not run: ${p.why}` },
  CALL_BROKEN: {
    message: (p: { name: string; message: string }) =>
      `The call of ${p.name} could not be completed, through no fault of the tool: ${p.message || 'there is no message'}`,
    fix: () => 'This is a bug in Loadout or in the program that runs it; report it with the stack trace.',
  },
  CALL_DEFERRED: { message: (p: { reason: string }) => p.reason },
  PERMISSION_DENIED: { message: (p: { reason: string }) => p.reason },
  HOOK_FAILED: {
    message: (p: { hook: string; event: string; problem: string }) => `The ${p.event} hook ${p.hook} failed: ${p.problem}.`,
    fix: () => 'Correct the hook, or set its onFailure to continue.',
  },
  HOOK_INVALID: { message: (p: { hook: string; problem: string }) => `The hook ${p.hook} cannot be registered: ${p.problem}.` },
  SERVICE_KEY_TAKEN: {
    message: (p: { key: string }) => `The service key "${p.key}" belongs to @loadout/core, which has given it its type.`,
    fix: () => 'Import that key from @loadout/core, or choose another name, such as my-plugin.Store.',
  },
  SERVICE_MISSING: {
    message: (p: { service: string }) => `Error: ${p.service} not available. No plugin of this agent offers it.`,
    fix: (p: { service: string }) => `Add a plugin that offers ${p.service} to the configuration.`,
  },
  PLUGIN_API: {
    message: (p: { plugin: string; found: unknown; expected: number }) =>
      `The plugin ${p.plugin} uses plugin API ${String(p.found)}; this version of Loadout has API ${p.expected}.`,
    fix: () => 'Install a matching version of the plugin or of Loadout.',
  },
  PERMISSION_UPDATE_INVALID: {
    message: (p: { found: unknown }) => `The permission update ${JSON.stringify(p.found)?.slice(0, 300)} is invalid.`,
    fix: () =>
      'Set type to addRules, replaceRules, removeRules, setMode, addDirectories or removeDirectories, and add the fields of that type.',
  },
  PATH_NOT_PERMITTED: {
    message: (p: { kind: 'read' | 'write' }) => `No path to ${p.kind} was permitted for this call, so nothing was touched.`,
    fix: (p: { kind: 'read' | 'write' }) =>
      `Return the path from the tool's access function as { kind: '${p.kind}', path }, and pass that result to the call as context.permitted.`,
  },
  RULE_INVALID: {
    message: (p: { text: string; problem: string }) =>
      `The permission rule ${JSON.stringify(p.text)} cannot be used: ${p.problem}.`,
    fix: () => 'Write Tool, Tool(specifier) or mcp__server__*, for example Bash(npm test:*) or Read(docs/**).',
  },
};

export const errors = defineErrors(table);
