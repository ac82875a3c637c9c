import { describe, expect, it } from 'vitest';
import { ask, collect, type Place, place, resultOf } from '../query/query.test-kit.js';

const titled = async (at: Place, title: string): Promise<string> =>
  resultOf(await collect(ask(at, 'Remember 7.', { title })))?.session_id ?? '';

describe('a session that is resumed by its title (GAP-D11)', () => {
  it('is the one with this title, in any letter case', async () => {
    const at = await place([{ text: 'Noted.' }, { text: 'Noted.' }, { text: '7' }]);
    await titled(at, 'Another thing');
    const id = await titled(at, 'The number');
    const messages = await collect(ask(at, 'Which?', { resume: 'the NUMBER' }));
    expect(resultOf(messages)?.session_id).toBe(id);
    expect(at.api.requests[2]?.body.messages).toHaveLength(3);
  });

  it.each(['Nothing', '../x', ' '])('is unknown if %j is no title', async (title) => {
    const at = await place([{ text: 'Noted.' }]);
    await titled(at, 'The number');
    await expect(collect(ask(at, 'Which?', { resume: title }))).rejects.toThrow(/There is no session|is not a session id/);
  });

  it('is unknown if two have the title, since nobody can be asked which', async () => {
    const at = await place([{ text: 'Noted.' }, { text: 'Noted.' }]);
    await titled(at, 'The number');
    await titled(at, 'The number');
    await expect(collect(ask(at, 'Which?', { resume: 'The number' }))).rejects.toThrow('is not a session id');
  });
});
