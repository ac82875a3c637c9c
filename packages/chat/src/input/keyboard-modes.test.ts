import { describe, expect, it } from 'vitest';
import { keyboardModes } from './keyboard-modes.js';
import { Keys } from './keys.js';

/** Returns the modes that are set in a terminal that answers so, and whether a lone Escape waits. */
function answered(answer: string, env: Readonly<Record<string, string>> = {}) {
  const kept: string[] = [];
  const keys = new Keys(() => {}, { onReply: (reply) => onReply(reply) });
  const onReply = keyboardModes({ env, keys, keep: ({ on, off }) => kept.push(`${on} ${off}`) });
  keys.push(Buffer.from(answer));
  return { kept, escapeIsCoded: keys.escapeIsCoded };
}

describe('a terminal', () => {
  it.each([
    ['with the keys of kitty', '\x1b[?0u\x1b[?62c', {}, ['\x1b[>5u \x1b[<u'], true],
    ['without them', '\x1b[?62c', {}, [], false],
    ['that is tmux', '\x1b[?1;2c', { TMUX: '/tmp/tmux' }, ['\x1b[>4;1m \x1b[>4;0m'], false],
    ['that is xterm', '\x1b[?64;1c', { XTERM_VERSION: 'XTerm(372)' }, ['\x1b[>4;1m \x1b[>4;0m'], false],
    ['that is tmux and has them', '\x1b[?0u\x1b[?62c', { TMUX: '/tmp/tmux' }, ['\x1b[>5u \x1b[<u'], true],
    ['that does not answer', '', { TMUX: '/tmp/tmux' }, [], false],
    ['that answers twice', '\x1b[?0u\x1b[?62c\x1b[?0u', {}, ['\x1b[>5u \x1b[<u'], true],
  ])('%s is asked for no more than it can', (_, answer, env, kept, escapeIsCoded) =>
    expect(answered(answer, env)).toEqual({ kept, escapeIsCoded }),
  );
});
