import { h } from 'preact';
import { useState } from 'preact/hooks';
import { plainLine } from '../text/shown-text.js';

interface ComposerProps {
  /** The agents to choose from. Empty: the session has its agent. */
  readonly agents: readonly string[];
  readonly agent: string | undefined;
  readonly isRunning: boolean;
  /** Whether something else comes first: an answer to a question, or a request under way. */
  readonly isBlocked: boolean;
  readonly onAgent: (agent: string) => void;
  /** Resolves to true when the server has taken the prompt. */
  readonly onSend: (prompt: string) => Promise<boolean>;
  readonly onStop: () => void;
}

/** The next prompt. Enter sends it, and Shift with Enter begins a line. */
export function Composer({ agents, agent, isRunning, isBlocked, onAgent, onSend, onStop }: ComposerProps) {
  const [prompt, setPrompt] = useState('');
  const isOff = isRunning || isBlocked || prompt.trim() === '';
  const send = async () => {
    if (!isOff && (await onSend(prompt))) setPrompt('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void send();
  };
  return h(
    'section',
    { class: 'composer', 'aria-label': 'New prompt' },
    agents.length < 2
      ? null
      : h(
          'label',
          null,
          'Agent ',
          h(
            'select',
            { value: agent, onChange: (event: Event) => onAgent((event.target as HTMLSelectElement).value) },
            agents.map((name) => h('option', { value: name }, plainLine(name))),
          ),
        ),
    h('label', { for: 'prompt' }, 'Prompt'),
    h('textarea', {
      id: 'prompt',
      rows: 3,
      value: prompt,
      onInput: (event: Event) => setPrompt((event.target as HTMLTextAreaElement).value),
      onKeyDown,
    }),
    h(
      'div',
      { class: 'buttons' },
      h('button', { class: 'primary', 'aria-disabled': isOff, onClick: () => void send() }, 'Send'),
      h('button', { disabled: !isRunning, onClick: onStop }, 'Stop'),
      h('span', { class: 'quiet' }, 'Enter sends, Shift+Enter begins a line'),
    ),
  );
}
