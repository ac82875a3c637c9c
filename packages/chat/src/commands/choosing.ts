import { SLASH_COMMANDS, type SlashCommand } from '@loadout/command/chat';
import { permittedModes } from '@loadout/runner';
import type { CommandContext } from './command-context.js';

const shared = (name: string): SlashCommand['run'] => SLASH_COMMANDS.find((one) => one.name === name)?.run ?? (() => {});

const MODES: Readonly<Record<string, string>> = {
  default: 'asks about what no rule allows',
  acceptEdits: 'allows changes of files',
  plan: 'only looks, and makes a plan',
  dontAsk: 'denies what no rule allows',
  bypassPermissions: 'allows all that no rule denies',
};

/** Without a name, the person chooses from a list. */
export const choosing = {
  async model(name: string, talk: CommandContext): Promise<void> {
    const { session, surface } = talk;
    const { models } = session.agent.spec.plan;
    const items = Object.entries(models).map(([value, { provider, id }]) => ({ value, text: value, note: `${provider}/${id}` }));
    if (name !== '' || items.length === 0) return shared('model')(name, session);
    const chosen = await surface.choose({ title: 'Model:', items });
    if (chosen !== undefined) await shared('model')(chosen, session);
  },
  async mode(name: string, talk: CommandContext): Promise<void> {
    const { session, surface } = talk;
    const items = permittedModes(session.agent.spec).map((value) => ({ value, text: value, note: MODES[value] }));
    const chosen = name === '' ? await surface.choose<string>({ title: 'Mode:', items }) : name;
    if (chosen !== undefined) await shared('mode')(chosen, session);
  },
};
