import type { HookRound } from '@loadout/core';
import { type Block, sendableBlocks, textOf, userMessage } from '@loadout/core/model';
import { clipped, runHooks } from '@loadout/core/run';
import type { AskingCall } from '@loadout/sessions';
import { compactNow } from '../compact/compact.js';
import { modelText, reminder } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { answerOfFork, askExpansion, beginSkills, expandPrompt } from '../skills/expand-prompt.js';
import { lostAgents, withAgents } from '../subagents/left-agent.js';
import { news } from '../turn/after-calls.js';
import type { Ending } from '../turn/ending.js';
import { resumeCalls } from '../turn/resume-calls.js';
import { runLoop } from '../turn/run-loop.js';
import type { Begun } from './begin-run.js';
import { beginCheckpoint } from './checkpoints.js';
import { mentionedFiles } from './mentioned-files.js';
import type { RunState } from './run-state.js';

/** A request to an agent. Without a prompt, the agent continues its open work, or reads messages that have arrived. */
export interface Asked {
  readonly prompt?: string | readonly Block[] | undefined;
  /** If true, the prompt is sent unchanged: `/name` starts no skill. */
  readonly isVerbatim?: boolean | undefined;
  /** The call that gives the prompt to a subagent, if the subagent survives its process. */
  readonly by?: AskingCall | undefined;
  /** Instructions for compacting the conversation; no prompt is sent. */
  readonly compact?: string | undefined;
}

/** Handles a prompt up to its ending. Throws the error of a model or a hook. */
export async function answerPrompt(run: RunState, { prompt, isVerbatim, compact }: Asked, begun: Begun): Promise<Ending> {
  const { session } = run;
  const { calls, skills, isBroken } = session.takeLeft();
  if (isBroken) for (const text of lostAgents(session, run.calls().pool)) run.inbox.add(text);
  await run.skills.resume(skills);
  const deferred = calls.length > 0 ? await resumeCalls(run, withAgents(session, calls)) : undefined;
  if (deferred !== undefined) return deferred;
  // A new prompt begins without the skills of the prompt before it.
  if (prompt !== undefined && skills.length > 0) run.skills.end();
  if (compact !== undefined)
    return { outcome: 'success', text: (await compactNow(run, compact)) ? '' : 'There was nothing to make shorter.' };
  const before = run.session.takeAsked();
  if (before !== undefined && prompt !== undefined) run.emit({ type: 'notice', message: neverSent(before.prompt) });
  const asked = prompt ?? before?.prompt ?? (run.session.messages.length === 0 ? begun.initialUserMessage : undefined);
  const contexts = [...begun.contexts, ...begun.messages];
  const verbatim = prompt === undefined ? before?.isVerbatim : isVerbatim;
  const ending =
    asked === undefined ? nothingToSay(run) : await submitPrompt(run, { prompt: asked, isVerbatim: verbatim, contexts });
  return ending ?? runLoop(run);
}

/** The notice about an earlier prompt, which hooks have not seen and which is not sent along with another prompt. */
const neverSent = (prompt: string | readonly Block[]): string =>
  `The prompt before this one was not sent, because its run ended first: ${JSON.stringify(clipped(typeof prompt === 'string' ? prompt : textOf({ content: prompt }), 200))}. Give it again if it is still wanted.`;

/** Ends at once if there is no prompt and the session already had its answer; other sessions continue where they stopped. */
function nothingToSay(run: RunState): Ending | undefined {
  const last = run.session.messages.at(-1);
  if (last === undefined) return { outcome: 'error_during_execution', text: '', error: errors.PROMPT_EMPTY({}) };
  const waiting = run.inbox.take();
  if (waiting.length > 0)
    add(
      run,
      waiting.map((text) => reminder(modelText.hookOrWork(text))),
    );
  else if (last.role === 'assistant') return { outcome: 'success', text: textOf(last) };
  return undefined;
}

interface Submitted {
  readonly prompt: string | readonly Block[];
  readonly isVerbatim: boolean | undefined;
  readonly contexts: readonly string[];
}

async function submitPrompt(run: RunState, { prompt, isVerbatim, contexts }: Submitted): Promise<Ending | undefined> {
  const written = typeof prompt === 'string' ? prompt : textOf({ content: prompt });
  const isWords = typeof prompt === 'string' || prompt.every((block) => block.type === 'text');
  const expands = isWords && isVerbatim !== true;
  const expansion = expands ? await askExpansion(run, written) : NOTHING_SAID;
  const against = blockedBy(expansion);
  if (against !== undefined) return against;
  const text = expands ? await expandPrompt(run, written) : written;
  // A request from one agent to another is no prompt of a user.
  const round = run.parent === undefined ? await runHooks('UserPromptSubmit', { prompt: text }, run.calls()) : NOTHING_SAID;
  const blocked = blockedBy(round);
  if (blocked !== undefined) return blocked;
  const skills = run.session.source === 'startup' && run.session.messages.length === 0 ? await beginSkills(run) : [];
  const forked = expands ? await answerOfFork(run, written) : [];
  const said = [expansion, round].flatMap((one) => [...one.contexts, ...one.messages]);
  const notes = [...[...skills, ...forked, ...contexts, ...said].map(modelText.hookOrWork), ...news(run)].map(reminder);
  // Blocks that no skill replaced go out as they came.
  const asked: readonly Block[] = typeof prompt === 'string' || text !== written ? [{ type: 'text', text }] : prompt;
  const files = expands && run.spec.expandsMentions && text.includes('@') ? await mentionedFiles(run, text) : [];
  add(run, [...asked, ...files, ...notes], typeof prompt === 'string' ? 'text' : 'blocks');
  return undefined;
}

const NOTHING_SAID: HookRound = { contexts: [], messages: [] };

function blockedBy({ verdict, stop }: HookRound): Ending | undefined {
  if (verdict?.behavior === 'deny')
    return { outcome: 'blocked', text: '', error: errors.PROMPT_BLOCKED({ hook: verdict.by, reason: verdict.reason }) };
  return stop === undefined ? undefined : { outcome: 'stopped', text: '', error: errors.RUN_STOPPED({ reason: stop }) };
}

function add(run: RunState, content: readonly Block[], given?: 'text' | 'blocks'): void {
  const { session, exchange, emit } = run;
  const message = userMessage(sendableBlocks(content));
  session.addPrompt(message, { uuid: exchange.id, given });
  beginCheckpoint(run, exchange.id);
  emit({ type: 'prompt', uuid: exchange.id, message });
}
