import type { RunState } from '../turn/run-state.js';

/** `/name arguments` of a person becomes the text of that skill; any other prompt stays as it is. Source: SKILL-09. */
export async function expandPrompt(run: RunState, prompt: string): Promise<string> {
  const [, name, args = ''] = run.parent === undefined ? (/^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(prompt.trim()) ?? []) : [];
  const skill = name === undefined ? undefined : run.skills.find(name);
  if (skill === undefined || !skill.userInvocable) return prompt;
  const text = await run.skills.text(skill, args, { signal: run.signal });
  run.skills.begin(skill);
  run.skills.isHeld(skill, text);
  return text;
}

/** The texts that the agent has from the start. */
export async function beginSkills(run: RunState): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const name of run.spec.agent.skills ?? []) {
    const skill = run.skills.find(name);
    if (skill === undefined) continue;
    const text = await run.skills.text(skill, '', { signal: run.signal });
    run.skills.isHeld(skill, text);
    texts.push(`The skill ${skill.name}:\n\n${text}`);
  }
  return texts;
}
