import { type HookRound, Subagents } from '@loadout/core';
import { runHooks, type SkillPlan } from '@loadout/core/run';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import { skillText, skillWords } from './skill-text.js';
import type { Toolbox } from './toolbox.js';

type Run = Pick<RunContext, 'parent' | 'services' | 'sessionId' | 'spec'> &
  Pick<Exchanges, 'signal'> &
  Calling &
  Pick<Toolbox, 'skills'>;

/**
 * Fires UserPromptExpansion for a skill that a person names in a prompt, before the skill is read. A hook may block the prompt.
 * Source: HOOK-03.
 */
export async function askExpansion(run: Run, prompt: string): Promise<HookRound> {
  const { skill, args } = namedSkill(run, prompt);
  if (skill === undefined) return { contexts: [], messages: [] };
  const input = { expansion_type: 'slash_command' as const, command_name: skill.name, command_args: args, prompt };
  return runHooks('UserPromptExpansion', input, run.calls());
}

/** Replaces a person's `/name arguments` by the text of that skill; returns any other prompt unchanged. Source: SKILL-09. */
export async function expandPrompt(run: Run, prompt: string): Promise<string> {
  const { skill, args } = namedSkill(run, prompt);
  if (skill === undefined || skill.context === 'fork') return prompt;
  const text = await skillText(run, skill, { args, signal: run.signal, invokedBy: 'user' });
  await run.skills.begin(skill);
  run.skills.isHeld(skill, text);
  return text;
}

/**
 * Runs a skill with `context: fork` that a person starts, before the model is asked. Returns the subagent's answer for the model.
 * Source: SKILL-07.
 */
export async function answerOfFork(run: Run, prompt: string): Promise<readonly string[]> {
  const { skill, args } = namedSkill(run, prompt);
  const subagents = run.services.find(Subagents);
  if (skill?.context !== 'fork' || subagents === undefined) return [];
  const started = await subagents.start({
    type: skill.agent ?? 'general-purpose',
    prompt: await skillText(run, skill, { args, signal: run.signal, invokedBy: 'user' }),
    description: skill.name,
    model: skill.model,
    skill,
    signal: run.signal,
  });
  const { agentId, outcome, text, error } = await started.result;
  const end = outcome === 'success' ? '' : `\nIt did not finish (${outcome}): ${error ?? 'no reason is known'}`;
  return [`The skill ${skill.name} ran in an agent of its own (${agentId}), as was asked for. Its answer:\n\n${text}${end}`];
}

function namedSkill(run: Run, prompt: string): { readonly skill: SkillPlan | undefined; readonly args: string } {
  const [, name, args = ''] = run.parent === undefined ? (/^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(prompt.trim()) ?? []) : [];
  const skill = name === undefined ? undefined : run.skills.find(name);
  return { skill: skill?.userInvocable === true ? skill : undefined, args };
}

/** Returns the texts of skills that the agent has from the start. */
export async function beginSkills(run: Run): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const name of run.spec.agent.skills ?? []) {
    const skill = run.skills.find(name);
    if (skill === undefined) continue;
    const text = await skillText(run, skill, { args: '', signal: run.signal, invokedBy: 'other' });
    run.skills.isHeld(skill, text);
    texts.push(skillWords(skill, text));
  }
  return texts;
}
