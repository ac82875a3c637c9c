import { HOOK_EVENTS, type HookEvent } from '@loadout/core';
import { NARROW_MODES, PERMISSION_MODES } from '@loadout/core/run';
import * as z from 'zod';
import { seconds } from './duration.js';
import { free, told, waits } from './free.js';
import { mapOf } from './map-of.js';
import { merges } from './merge-way.js';
import { toolSearch } from './tool-search.js';

/** A problem in our own words, for rules that no schema keyword can express. */
export const refused = (problem: string, fix: string) => ({ message: problem, params: { fix } });

export const text = z.string();
export const nonEmpty = z.string().min(1);
export const count = z.int().min(1);
export const freeMap = z.record(z.string(), z.unknown());

const rule = z.union([
  nonEmpty,
  mapOf(() => ({
    rule: told('As the rule.', nonEmpty).describe('Tool or Tool(specifier).'),
    reason: told('A text to the model, when the rule refuses.', nonEmpty)
      .describe('Shown when the rule refuses or asks.')
      .optional(),
    match: free('Examples, which are only compared.', z.array(nonEmpty))
      .describe('Commands, paths or hosts that the rule must match. Otherwise the file is refused.')
      .optional(),
    notMatch: free('Examples, which are only compared.', z.array(nonEmpty))
      .describe('Commands, paths or hosts that the rule must not match. Otherwise the file is refused.')
      .optional(),
  })),
]);
export const rules = z.array(rule);
export type RuleEntry = z.output<typeof rule>;
const duration = z
  .union([z.number(), z.string()])
  .refine(
    (value) => seconds(value) !== undefined,
    refused('must be seconds, or a time such as 30s, 2m or 1h', 'Write 90, 90s or 2m.'),
  );

/** The single line of a public key as `openssl pkey -pubout` prints it: the head of an Ed25519 key, and its 32 bytes. */
const PUBLIC_KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/;

const approver = nonEmpty.refine(
  (value) => PUBLIC_KEY.test(value),
  refused(
    'must be the line of a public Ed25519 key, which begins with MCowBQYDK2VwAyEA',
    'Create a key with openssl genpkey -algorithm ed25519 -out key.pem, and copy the middle line of openssl pkey -in key.pem -pubout.',
  ),
);
const approvals = mapOf(() => ({
  expireAfter: duration
    .describe(
      'The time for which a question of a run on an engine stays open, such as 2d. After that the call is denied. Absent: for ever.',
    )
    .optional(),
  from: z
    .record(nonEmpty, approver)
    .describe(
      'Who may answer, by name: the public Ed25519 key of each. Absent: everybody who reaches the engine, or has the token of loadout serve http.',
    )
    .optional(),
})).describe('Answers to the questions of runs on an engine and of loadout serve http.');

export const permissions = merges(
  'stays',
  mapOf(() => ({
    mode: free('A mode that allows no more than the default.', z.enum(PERMISSION_MODES), NARROW_MODES)
      .describe('What happens to a call that no rule decides. Absent in an agent: as in the file. Absent there: default.')
      .optional(),
    deny: told('Refuses more calls; a refusal names its rule to the model.', merges('grows', rules))
      .describe('Calls that never run: Tool or Tool(specifier). Layers only add to it.')
      .optional(),
    ask: told('Asks about more calls; a refusal names its rule to the model.', merges('grows', rules))
      .describe('Calls that run only after a person said yes. Layers only add to it.')
      .optional(),
    allow: waits('Lets calls run unasked.', merges('grants', rules))
      .describe('Calls that run without a question, unless deny or ask names them too.')
      .optional(),
    additionalDirectories: waits('Opens folders beside the workspace.', merges('grants', z.array(nonEmpty)))
      .describe('Working directories beside the workspace. Paths start at the folder of this file.')
      .optional(),
    approvals: waits('Says who may approve.', approvals).optional(),
  })),
);

export const thinking = z
  .discriminatedUnion('type', [
    mapOf(() => ({
      type: told('An option of the request.', z.literal('adaptive')).describe('The model decides how much it thinks.'),
    })),
    mapOf(() => ({
      type: told('An option of the request.', z.literal('enabled')).describe('It thinks within budget_tokens.'),
      budget_tokens: told('A number of the request; budgets count it.', count).describe(
        'The most tokens of thinking in one answer.',
      ),
    })),
    mapOf(() => ({ type: told('An option of the request.', z.literal('disabled')).describe('It does not think.') })),
  ])
  .describe('How the model thinks before it answers.');

const FACT = 'At most a request is refused, or lacks a part.';

export const capabilities = mapOf(() => ({
  tools: free(FACT, z.boolean()).describe('It makes tool calls.').optional(),
  images: free(FACT, z.boolean()).describe('It reads pictures in a prompt.').optional(),
  documents: free(FACT, z.boolean()).describe('It reads PDF documents.').optional(),
  resultImages: free(FACT, z.boolean()).describe('It reads pictures inside the result of a tool.').optional(),
  thinking: free(FACT, z.array(z.enum(['adaptive', 'enabled', 'disabled'])))
    .describe('The types of thinking that it takes. Empty: none.')
    .optional(),
  effort: free(FACT, z.array(nonEmpty)).describe('The values of effort that it takes. Empty: none.').optional(),
  temperature: free(FACT, z.boolean()).describe('It takes the option temperature.').optional(),
  parallelCalls: free(FACT, z.boolean()).describe('It takes parallelCalls: false.').optional(),
})).describe('What the model can do, if the table of models does not know it or is wrong.');

export const effort = nonEmpty.describe('How hard the model works, in the words of its provider: low, medium, high.');

const LIMIT = 'A bound on the run. Budgets of the settings hold beside it.';

/** The limits that a plan has as they are written. `npm run fix` writes their types to the contract. */
export const limitKeys = mapOf(() => ({
  turns: free(LIMIT, count).describe('The most turns that run tools, for one prompt.').optional(),
  toolCalls: free(LIMIT, count).describe('The most tool calls for one prompt, with those of the agents under it.').optional(),
  usd: free(LIMIT, z.number().positive())
    .describe(
      'The most US dollars of a session, reserved before each request. loadout models shows the known prices; another model needs price.',
    )
    .optional(),
  answerChars: free(LIMIT, count).describe('The most characters of one answer of the model. Default 16000000.').optional(),
  toolInputChars: free(LIMIT, count).describe('The most characters of one tool input. Default 8000000.').optional(),
  toolInputDepth: free(LIMIT, count).describe('The most levels of objects and lists in one tool input. Default 200.').optional(),
  subagents: free(LIMIT, count).describe('The most agents that it runs at once. Default 20.').optional(),
  subagentDepth: free(LIMIT, count)
    .describe('The most levels of agents under it. Default 1: an agent that it starts can start none.')
    .optional(),
}));

export const limits = merges(
  'tightens',
  mapOf(() => ({
    ...limitKeys.shape,
    time: free(LIMIT, duration).describe('The most time for one prompt: seconds, or a time such as 30s or 2m.').optional(),
    answerTime: free(LIMIT, duration)
      .describe('The most time for one answer of the model: seconds, or a time such as 10m. Default 1h.')
      .optional(),
  })),
);

const SHAPES = 'Decides how much of the conversation is sent.';
const CLEARS = 'A field of the request: what the API clears of the conversation.';

export const context = mapOf(() => ({
  compaction: free(
    SHAPES,
    mapOf(() => ({
      at: free(SHAPES, z.number().gt(0).max(1))
        .describe("The part of the model's usable window at which the conversation is made shorter. Default 0.8.")
        .optional(),
      keepTokens: free(SHAPES, count)
        .describe('The least tokens of newest messages that stay as they are. Default 10000, or less in a small window.')
        .optional(),
      off: free(SHAPES, z.boolean()).describe('true: the conversation is shortened only on request, as by /compact.').optional(),
    })),
  )
    .describe(
      'When old results are cleared, or a summary replaces older messages. Without a known window (contextWindow), only when the provider refuses the conversation.',
    )
    .optional(),
  clearToolUses: told(
    CLEARS,
    z.union([
      z.boolean(),
      mapOf(() => ({
        trigger: told(CLEARS, count)
          .describe('Results are cleared from this many tokens of input on. Default 100000.')
          .optional(),
        keep: told(CLEARS, z.int().min(0)).describe('The number of newest calls whose results stay. Default 3.').optional(),
        clearAtLeast: told(CLEARS, count)
          .describe('Results are cleared only if that frees at least this many tokens.')
          .optional(),
        excludeTools: told(CLEARS, z.array(nonEmpty))
          .describe('Tools whose results stay, beside those whose results cannot be produced again.')
          .optional(),
      })),
    ]),
  )
    .describe(
      'The API itself clears old calls and their results from what the model reads; the session keeps them. For models of the Messages API. Default false.',
    )
    .optional(),
  toolSearch: free(
    SHAPES,
    text.refine(
      (value) => toolSearch(value) !== undefined,
      refused('must be auto, on, off, or auto:N with a percentage from 0 to 100', 'Write auto:20.'),
    ),
  )
    .describe(
      "Whether schemas of tools are kept back until ToolSearch finds them: on; off; auto, when they fill more than 10 % of the model's window; auto:N, more than N %. Default auto.",
    )
    .optional(),
}));

/** Whether a text is a valid matcher (CON-36). */
function isMatcher(value: string): boolean {
  if (value === '' || value === '*' || /^[\w|, -]+$/.test(value)) return true;
  try {
    return new RegExp(value) !== undefined;
  } catch {
    return false;
  }
}

const matcher = z
  .string()
  .refine(isMatcher, refused('is not a regular expression', 'Write names such as Edit|Write, or a regular expression.'));

const groups = z.array(
  mapOf(() => ({
    matcher: free('Only compares names.', matcher)
      .describe('Names such as Edit|Write, or a regular expression, for what the event is about. Absent: always.')
      .optional(),
    hooks: told(
      'Hooks that are data: they refuse, limit, add a text, or fill in an input that is checked afterwards.',
      z.array(
        z.looseObject({
          type: free('Chooses a hook that is data.', nonEmpty).describe(
            'A type of a plugin, such as command. The other keys are its options.',
          ),
        }),
      ),
      'dataHooks',
    ).describe('Hooks that run side by side.'),
  })),
);

const eventSchema = (event: HookEvent) => {
  const { sentence, subject } = HOOK_EVENTS[event];
  return free('Its hooks are decided one by one.', groups)
    .describe(subject === undefined ? `${sentence} The matcher is not used.` : sentence)
    .optional();
};

/** The shape of .claude/settings.json. The plugin that provides the type checks the other keys of an entry. */
export const hooks = mapOf(
  () =>
    Object.fromEntries(Object.keys(HOOK_EVENTS).map((event) => [event, eventSchema(event as HookEvent)])) as Record<
      HookEvent,
      ReturnType<typeof eventSchema>
    >,
);
