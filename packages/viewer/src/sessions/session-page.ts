import { plural, summary } from '@loadout/command';
import { isText, isToolUse } from '@loadout/core/model';
import type { AgentEvent, RunResult } from '@loadout/runner';
import type { SessionHeader } from '@loadout/sessions';

/** Characters of an input or a result that the page shows. The rest is counted. */
const MOST_CHARS = 4_000;

/** A session as a page of Markdown: prompts, answers, calls with their results, denials, and what it cost. */
export function sessionPage({ id, agent, cwd, startedAt }: SessionHeader, events: readonly AgentEvent[]): string {
  const head = [`# Session ${id}`, '', `- Agent: ${agent}`, `- Folder: ${code(cwd)}`, `- Started: ${startedAt}`, ''];
  return `${[...head, ...events.flatMap(partOf)].join('\n')}\n`;
}

function partOf(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case 'prompt':
      return ['## Prompt', '', ...quoted(textsOf(event.message.content)), ''];
    case 'message':
      return [
        ...(textsOf(event.message.content) === '' ? [] : ['**Agent**', '', ...quoted(textsOf(event.message.content)), '']),
        ...event.message.content
          .filter(isToolUse)
          .flatMap(({ name, input }) => [`**${name}**`, '', ...block(json(input), 'json')]),
      ];
    case 'tool_result':
      return [`Result of ${event.name}: ${event.call.outcome}`, '', ...block(event.call.result.content)];
    case 'compact':
      return [`*The conversation was compacted at ${event.preTokens} tokens.*`, ''];
    case 'notice':
      return [`*${event.message}*`, ''];
    case 'result':
      return ['## End', '', summary(event.result), '', ...deniedLines(event.result)];
    default:
      return [];
  }
}

const textsOf = (content: readonly { readonly type: string }[]): string =>
  content
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');

const json = (input: unknown): string => JSON.stringify(input, undefined, 2) ?? '';
const quoted = (text: string): readonly string[] =>
  cut(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** A fence is longer than any run of backticks inside of it, so that a text cannot end its block. */
function block(text: string, language = ''): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, cut(text), fence, ''];
}

function cut(text: string): string {
  const left = text.length - MOST_CHARS;
  return left > 0 ? `${text.slice(0, MOST_CHARS)}\n[${plural(left, 'character')} more]` : text;
}

const deniedLines = ({ denials }: Pick<RunResult, 'denials'>): readonly string[] =>
  denials.length === 0 ? [] : ['Denied:', '', ...denials.map(({ tool_name, reason }) => `- ${tool_name}: ${reason}`), ''];
