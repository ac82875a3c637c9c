import { h } from 'preact';
import { useState } from 'preact/hooks';

interface SignInProps {
  /** Whether a key was refused. */
  readonly isWrong: boolean;
  readonly onToken: (token: string) => void;
}

/** Asks for the token of the server. It stays in this tab. */
export function SignIn({ isWrong, onToken }: SignInProps) {
  const [token, setToken] = useState('');
  const enter = () => token.trim() !== '' && onToken(token.trim());
  return h(
    'main',
    { class: 'sign-in' },
    h('h1', null, 'Talk to an agent'),
    h(
      'p',
      { role: isWrong ? 'alert' : undefined },
      isWrong
        ? 'The server does not accept the key of this page. Enter the token of the server.'
        : 'The address of this page was already used, or is too old. Enter the token of the server.',
    ),
    h('label', { for: 'token' }, 'Token'),
    h('input', {
      id: 'token',
      type: 'password',
      autocomplete: 'off',
      value: token,
      onInput: (event: Event) => setToken((event.target as HTMLInputElement).value),
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && enter(),
    }),
    h('p', { class: 'quiet' }, 'It is the value of LOADOUT_HTTP_TOKEN of loadout serve http, and is kept in this tab only.'),
    h('button', { class: 'primary', onClick: enter }, 'Open'),
  );
}
