import { describe, expect, it } from 'vitest';
import { HostGone, Wire } from './wire.js';

function wireTo(): { readonly wire: Wire; readonly sent: Record<string, unknown>[] } {
  const sent: Record<string, unknown>[] = [];
  return { wire: new Wire((line) => sent.push(JSON.parse(line))), sent };
}
const idOf = (frame: Record<string, unknown> | undefined) => String(frame?.request_id);

describe('the pipe to a program (CTRL-02)', () => {
  it('a request is one line, and gets what the program answers to it, as data or as an error', async () => {
    const { wire, sent } = wireTo();
    const answers = [wire.ask({ subtype: 'a' }), wire.ask({ subtype: 'b' })];
    wire.answered({ subtype: 'error', request_id: idOf(sent[1]), error: 'no' });
    wire.answered({ subtype: 'success', request_id: idOf(sent[0]), response: { x: 1 } });
    expect(await answers[0]).toEqual({ x: 1 });
    await expect(answers[1]).rejects.toThrow('no');
    expect(sent).toMatchObject([{ type: 'control_request', request: { subtype: 'a' } }, { request: { subtype: 'b' } }]);
  });

  it('answers that nobody waits for are nothing', async () => {
    const { wire, sent } = wireTo();
    for (const answer of [undefined, {}, { request_id: 'none' }]) wire.answered(answer);
    const asked = wire.ask({ subtype: 'a' });
    const answer = { subtype: 'success', request_id: idOf(sent[0]), response: { first: true } };
    wire.answered(answer);
    wire.answered({ ...answer, response: { first: false } });
    expect(await asked).toEqual({ first: true });
  });

  it('a request is withdrawn when it is not wanted any more, and only then (CTRL-10)', async () => {
    const { wire, sent } = wireTo();
    const controller = new AbortController();
    const asked = wire.ask({ subtype: 'a' }, { signal: controller.signal });
    const other = wire.ask({ subtype: 'b' }, { signal: controller.signal });
    wire.answered({ subtype: 'success', request_id: idOf(sent[1]), response: {} });
    await other;
    controller.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
    expect(sent.slice(2)).toEqual([{ type: 'control_cancel_request', request_id: idOf(sent[0]) }]);
    await expect(wire.ask({ subtype: 'c' }, { signal: controller.signal })).rejects.toThrow('interrupted');
    expect(sent).toHaveLength(3);
  });

  it('a request that is not answered in time is withdrawn and says for how long it was waited (CTRL-14)', async () => {
    const { wire, sent } = wireTo();
    await expect(wire.ask({ subtype: 'a' }, { timeoutMs: 5 })).rejects.toThrow('no answer within 0.005 s');
    expect(sent[1]).toEqual({ type: 'control_cancel_request', request_id: idOf(sent[0]) });
  });

  it('when the program has gone all that waits fails, and what is asked then is not written (CTRL-14)', async () => {
    const { wire, sent } = wireTo();
    const asked = wire.ask({ subtype: 'a' });
    wire.end();
    await expect(asked).rejects.toMatchObject({ wasAsked: true });
    const after = await wire.ask({ subtype: 'b' }).catch((error: unknown) => error);
    expect(after).toBeInstanceOf(HostGone);
    expect(after).toMatchObject({ wasAsked: false });
    expect(sent).toHaveLength(1);
  });

  it('what has to be whole and is too large is not sent, and neither is a question of which nothing would be left', async () => {
    const { wire, sent } = wireTo();
    await expect(wire.ask({ subtype: 'a', text: 'x'.repeat(2_000_000) }, { whole: true })).rejects.toThrow('megabyte');
    const nested = (depth: number): unknown => (depth === 0 ? 1 : Array.from({ length: 9 }, () => nested(depth - 1)));
    await expect(wire.ask({ subtype: 'can_use_tool', input: nested(6) })).rejects.toThrow('megabyte');
    expect(sent).toEqual([]);
  });
});
