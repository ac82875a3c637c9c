import { nearest } from '@loadout/core';
import { PERMISSION_MODES, type SkillPlan } from '@loadout/core/run';
import { permittedModes } from '@loadout/runner';
import { errors } from '../errors.js';
import { plural } from '../numbers.js';
import { oneLine, printable } from '../printable.js';
import { table } from '../table.js';
import { contextText, costText } from './chat-texts.js';
import type { Session } from './session.js';

export interface SlashCommand {
  readonly name: string;
  readonly takes?: string;
  readonly summary: string;
  readonly run: (rest: string, session: Session) => Promise<void> | void;
}

/** The commands of the chat itself. Any other text that begins with a slash is a skill or an error. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'help', summary: 'Show this help.', run: (_, session) => session.print(helpText(session)) },
  { name: 'model', takes: '[name]', summary: 'Show the model, or change it.', run: changeModel },
  { name: 'mode', takes: '[mode]', summary: 'Show the permission mode, or change it.', run: changeMode },
  {
    name: 'compact',
    takes: '[instructions]',
    summary: 'Replace the conversation with a summary.',
    run: (rest, session) => session.turn((conversation) => conversation.compact(rest)),
  },
  {
    name: 'cost',
    summary: 'Show the tokens and cost so far, by model.',
    run: (_, session) => session.print(costText(session.lastResult)),
  },
  {
    name: 'context',
    summary: 'Show the size of the next request.',
    run: (_, session) => session.print(contextText(session.conversation.contextUsage())),
  },
  { name: 'clear', summary: 'Start a new session; the current one is kept.', run: (_, session) => session.clear() },
  { name: 'rewind', takes: '[number]', summary: 'Restore files to their state before a prompt.', run: rewind },
  {
    name: 'reload',
    summary: 'Continue with the configuration, skills and plugins as they are now.',
    run: (_, session) => session.reload(),
  },
  { name: 'exit', summary: 'End the chat. Ctrl+D does the same.', run: (_, session) => session.end() },
];

/** Reads `/name rest`. `undefined` for a prompt. Throws CHAT_COMMAND. */
export function slashCommand(
  text: string,
  { skills, commands = SLASH_COMMANDS }: { readonly skills: readonly SkillPlan[]; readonly commands?: readonly SlashCommand[] },
): { readonly command: SlashCommand; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(text.trimEnd()) ?? [];
  if (name === undefined) return undefined;
  const command = commands.find((one) => one.name === name || (name === 'quit' && one.name === 'exit'));
  if (command !== undefined) return { command, rest: rest.trim() };
  const offered = userSkills(skills);
  if (offered.some((skill) => skill.name === name || skill.aliases.includes(name))) return undefined;
  const names = [...commands, ...offered].map((one) => one.name);
  const near = nearest(name, names);
  throw errors.CHAT_COMMAND({ name: `/${name}`, nearest: near === undefined ? undefined : `/${near}` });
}

export const userSkills = (skills: readonly SkillPlan[]) => skills.filter((skill) => skill.userInvocable);

/** The completions for Tab: the names of commands and skills. */
export const completions = (skills: readonly SkillPlan[]) => (line: string) =>
  line.startsWith('/')
    ? [...SLASH_COMMANDS, ...userSkills(skills)].map(({ name }) => `/${name} `).filter((name) => name.startsWith(line))
    : [];

function helpText({ skills }: Session): string {
  const rows = SLASH_COMMANDS.map(({ name, takes, summary }) => [`/${name}${takes === undefined ? '' : ` ${takes}`}`, summary]);
  const own = userSkills(skills).map(({ name, argumentHint, description }) => [
    oneLine(`/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}`, 40),
    oneLine(description, 80),
  ]);
  return [
    table(rows),
    own.length === 0 ? '' : `Skills and commands:\n${table(own)}`,
    'Ctrl+C interrupts the current work; twice at an empty prompt, it ends the chat. A line that ends with \\ continues on the next line.\n',
  ].join('');
}

async function changeModel(name: string, session: Session): Promise<void> {
  const { agent, conversation } = session;
  if (name !== '') {
    await agent.spec.modelFor(name);
    conversation.setModel(name);
    return session.print(`The next prompt uses ${printable(name)}.\n`);
  }
  const declared = Object.keys(agent.spec.plan.models);
  const others = declared.length === 0 ? 'Available: any provider/id' : `Declared: ${declared.join(', ')}; or any provider/id`;
  session.print(printable(`${conversation.inspect().model}. ${others}. To change it: /model NAME\n`));
}

function changeMode(name: string, session: Session): void {
  const { conversation, agent } = session;
  const choices = permittedModes(agent.spec);
  const mode = name === '' ? conversation.permissionMode : PERMISSION_MODES.find((one) => one === name);
  if (mode === undefined) throw errors.CHAT_MODE({ value: name, nearest: nearest(name, choices), choices });
  if (name !== '') conversation.setPermissionMode(mode);
  session.print(name === '' ? `${mode}. Available: ${choices.join(', ')}.\n` : `The permission mode is now ${mode}.\n`);
}

async function rewind(which: string, session: Session): Promise<void> {
  const { agent, conversation, prompts } = session;
  if (agent.spec.sessions.checkpoints !== true) throw errors.CHAT_CHECKPOINTS({});
  if (which === '') {
    const rows = prompts.map(({ text }, index) => [`${index + 1}.`, oneLine(text, 70)]);
    return session.print(
      rows.length === 0
        ? 'There are no prompts yet.\n'
        : `${table(rows)}/rewind NUMBER restores files to their state before that prompt.\n`,
    );
  }
  const prompt = /^\d+$/.test(which) ? prompts[Number(which) - 1] : undefined;
  if (prompt === undefined) throw errors.CHAT_REWIND({ value: which, count: prompts.length });
  const would = await conversation.rewind(prompt.uuid, { dryRun: true });
  const files = would.filesChanged ?? [];
  if (!would.canRewind || files.length === 0) return session.print(`${printable(would.error ?? 'No file would change.')}\n`);
  session.print(`${files.map((file) => `  ${printable(file)}\n`).join('')}`);
  if (!(await session.agrees(`Restore ${plural(files.length, 'file')}? This cannot be undone.`))) return;
  const done = await conversation.rewind(prompt.uuid);
  session.print(
    `${printable(done.error ?? `Restored ${plural(done.filesChanged?.length ?? 0, 'file')}.`)} The conversation is unchanged.\n`,
  );
}
