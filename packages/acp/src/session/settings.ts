import type { SessionConfigOption, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk';
import type { PermissionMode } from '@loadout/core';
import type { Agent, Conversation } from '@loadout/runner';
import { type Choices, choicesOf, chosen, configOptions, modeState } from './choices.js';

/** The mode and the model of a session: as the client chose them before its conversation began, and as they are since. */
export class Settings {
  readonly #send: (update: SessionUpdate) => void;
  #choices: Choices;
  #wanted: { readonly mode?: PermissionMode; readonly model?: string } = {};

  constructor(choices: Choices, send: (update: SessionUpdate) => void) {
    this.#choices = choices;
    this.#send = send;
  }

  /** The modes and options, as the answer to session/new has them. */
  get offered(): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] } {
    return { modes: modeState(this.#choices), configOptions: configOptions(this.#choices) };
  }

  /** Returns the mode of this name. Throws ACP_OPTION. */
  mode(value: unknown): PermissionMode {
    return chosen('mode', { value, expected: this.#choices.modes });
  }

  /** Returns the model of this name. Throws ACP_OPTION. */
  model(value: unknown): string {
    return chosen('model', { value, expected: this.#choices.models });
  }

  /** The client chose a mode or a model. */
  choose(wanted: { readonly mode?: PermissionMode; readonly model?: string }): void {
    this.#wanted = { ...this.#wanted, ...wanted };
    this.#choices = { ...this.#choices, ...wanted };
  }

  /** The agent is prepared, and says which model it uses. */
  took(agent: Agent): void {
    this.#choices = { ...choicesOf(this.#choices, agent), ...this.#wanted };
  }

  /** Gives a conversation that begins the choices of the client. Throws MODE_REFUSED. */
  apply(conversation: Conversation): void {
    const { mode, model } = this.#wanted;
    if (mode !== undefined) conversation.setPermissionMode(mode);
    if (model !== undefined) conversation.setModel(model);
    this.heard({ mode: conversation.permissionMode });
  }

  /** The session changed its mode or its model by itself. The client is told. */
  heard({ mode = this.#choices.mode, model }: { readonly mode?: PermissionMode; readonly model?: string | null }): void {
    const now = { ...this.#choices, mode, model: model ?? this.#choices.model };
    const isOther = mode !== this.#choices.mode;
    if (!isOther && now.model === this.#choices.model) return;
    this.#choices = now;
    if (isOther) this.#send({ sessionUpdate: 'current_mode_update', currentModeId: mode });
    this.#send({ sessionUpdate: 'config_option_update', configOptions: configOptions(now) });
  }
}
