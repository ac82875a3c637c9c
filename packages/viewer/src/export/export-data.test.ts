import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Contents } from '../model/trajectory.js';
import { callOf, HandMade, promptOf, STAND_IN_PAGE } from '../recording.test-kit.js';
import { type ExportOptions, exportData } from './export-data.js';
import { pageHtml } from './page-html.js';
import { dataIn } from './read-export.test-kit.js';

const NOW = 1_760_000_000_000;
const long = (length: number) => 'x'.repeat(length);

async function exported(contents: Omit<Contents, 'id'>, options: Partial<ExportOptions> = {}, title = 'ls') {
  const recording = new HandMade([promptOf(0, 'Go.'), callOf(1, title)], { contents: [{ id: 1, ...contents }] });
  const data = await exportData([recording], { now: NOW, secrets: [], ...options });
  return {
    data,
    call: data.recordings[0]?.trajectory.nodes[1],
    contents: data.recordings[0]?.contents.find(({ id }) => id === 1),
    redacted: data.exported.redacted,
  };
}

function page(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'page.html'), text);
  return join(folder, 'page.html');
}

describe('the file of an export', () => {
  it('has the data of the recordings, and a policy that reaches nobody', async () => {
    const { data } = await exported({ input: { head: '{}' }, result: { head: 'done' } });
    const html = pageHtml(data, page(STAND_IN_PAGE));
    expect(dataIn(html)).toEqual(JSON.parse(JSON.stringify(data)));
    expect(html).toContain("connect-src 'none'\">");
    // The script of the page is as it was, or its hash would not fit.
    expect(html).toContain(`const marker = "<!--data--> connect-src 'self'";`);
    expect(pageHtml(undefined, page(STAND_IN_PAGE))).toBe(STAND_IN_PAGE);
  });

  it('stays the same page, whatever the contents say', async () => {
    const hostile = '</script><script>alert(1)</script><!--data--> $& $1 <!-- ]]> \u2028 \ud800';
    const { data } = await exported({ result: { head: hostile } }, {}, hostile);
    const html = pageHtml(data, page(STAND_IN_PAGE));
    expect([html.match(/<script/g)?.length, html.includes('alert')]).toEqual([2, false]);
    expect(dataIn(html).recordings[0]?.contents.at(-1)?.result?.head).toBe(hostile);
  });

  it('is refused where the page is missing or is another one', async () => {
    const { data } = await exported({});
    expect(() => pageHtml(data, '/nowhere/page.html')).toThrow(expect.objectContaining({ code: 'VIEW_PAGE' }));
    expect(() => pageHtml(data, page('<html></html>'))).toThrow(expect.objectContaining({ code: 'VIEW_PAGE' }));
  });
});

describe('the redaction of an export', () => {
  it('removes declared secrets, keys that are known by sight, and the home folder, and counts them', async () => {
    const result = {
      head: [
        'The key is s3cr3t-value.',
        'ANTHROPIC_API_KEY=sk-ant-api03-0123456789abcdefghij',
        'token ghp_0123456789abcdefghijABCDEFGHIJ012345',
        'AKIAIOSFODNN7EXAMPLE',
        'Authorization: Bearer abcdef0123456789abcdef',
        'postgres://user:hunter2@db.example/x',
        '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
        '/home/ada/work and /home/adam and /home/ada',
      ].join('\n'),
    };
    const { contents, call, redacted } = await exported(
      { result },
      { secrets: ['s3cr3t-value'], home: '/home/ada' },
      'cat /home/ada/s3cr3t-value',
    );
    expect(contents?.result?.head.split('\n')).toEqual([
      'The key is [secret].',
      'ANTHROPIC_API_KEY=[secret]',
      'token [secret]',
      '[secret]',
      'Authorization: Bearer [secret]',
      'postgres://user:[secret]@db.example/x',
      '[secret]',
      '~/work and /home/adam and ~',
    ]);
    expect(call).toMatchObject({ title: 'cat ~/[secret]' });
    const kinds = [
      'private keys (1)',
      'API keys (1)',
      'GitHub tokens (1)',
      'AWS keys (1)',
      'bearer tokens (1)',
      'passwords in addresses (1)',
    ];
    expect([...redacted].sort()).toEqual(['declared secrets (2)', 'the home folder (3)', ...kinds].sort());
  });

  it('removes a secret that lies where a text is cut, also the piece that the cut left', async () => {
    const secrets = ['s3cr3t-value'];
    const across = await exported({ result: { head: `${long(4_090)}s3cr3t-value${long(4_000)}` } }, { secrets });
    expect(across.contents?.result?.head).not.toContain('s3cr');
    const pieces = await exported({ result: { head: 'a s3cr3t', cut: 9, tail: 'value b' } }, { secrets }, 'echo s3cr3…');
    expect(pieces.contents?.result).toEqual({ head: 'a [secret]', cut: 9, tail: '[secret] b' });
    expect(pieces.call).toMatchObject({ title: 'echo [secret]…' });
  });

  it('keeps the words of the format, even if a secret is spelled like one', async () => {
    const { data, call } = await exported({ result: { head: 'call done' } }, { secrets: ['call', 'done', 'head', 'nodes'] });
    expect(call).toMatchObject({ kind: 'call', state: 'done' });
    expect(data.recordings[0]?.contents.at(-1)?.result).toEqual({ head: '[secret] [secret]' });
  });

  it('lets ordinary text stay', async () => {
    const head =
      'sk-learn, task_runner_with_a_very_long_name_indeed, https://example.org:8080/a@b, Bearer of news, eyJust.a.word';
    const { contents, redacted } = await exported({ result: { head } }, { home: '/' });
    expect([contents?.result?.head, redacted]).toEqual([head, []]);
  });
});

describe('the size of an export', () => {
  it('keeps the head and the tail of a long text, and says how much is missing', async () => {
    const { contents, redacted } = await exported({ result: { head: `begin${long(20_000)}end` }, raw: { head: long(9) } });
    const { head = '', cut = 0, tail = '' } = contents?.result ?? {};
    expect([head.length, cut, tail.length, head.slice(0, 5), tail.slice(-3)]).toEqual([4_096, 14_888, 1_024, 'begin', 'end']);
    expect(contents).not.toHaveProperty('raw');
    expect(redacted).toEqual(['raw records (1)', 'the middle of long texts (1)']);
  });

  it('cuts no character in two, and shortens a text that was cut before', async () => {
    const pairs = await exported({ result: { head: `x${'😀'.repeat(5_000)}` } });
    // A half of a pair cannot be encoded.
    expect(() => encodeURIComponent(`${pairs.contents?.result?.head}${pairs.contents?.result?.tail}`)).not.toThrow();
    const { contents } = await exported({ result: { head: long(6_000), cut: 100, tail: `${long(3_000)}end` } });
    const { head = '', cut = 0, tail = '' } = contents?.result ?? {};
    expect([head.length + cut + tail.length, tail.slice(-3)]).toEqual([9_103, 'end']);
  });

  it('keeps everything with whole', async () => {
    const whole: Omit<Contents, 'id'> = {
      result: { head: long(50_000) },
      raw: { head: long(9_000) },
      said: [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }],
      files: [{ path: 'a', change: 'changed', before: long(90_000), after: 'y', calls: [1] }],
    };
    const { contents, redacted } = await exported(whole, { whole: true });
    expect([contents, redacted]).toEqual([{ id: 1, ...whole }, []]);
    const short = await exported(whole);
    expect(short.contents?.said).toEqual([expect.objectContaining({ type: 'image', note: expect.any(String) })]);
    expect(short.contents?.files).toEqual([expect.not.objectContaining({ before: expect.any(String) })]);
  });

  it('has no result of any call without results, also not in the messages of a request', async () => {
    const { data, contents, redacted } = await exported(
      {
        input: { head: 'kept' },
        result: { head: 'private' },
        raw: { head: 'private' },
        sent: [{ type: 'result', callId: 'c', isError: false, text: { head: 'private' } }],
      },
      { results: false, whole: true },
    );
    expect(JSON.stringify(data)).not.toContain('private');
    expect([contents?.input, redacted]).toEqual([{ head: 'kept' }, ['results (1)', 'raw records (1)']]);
  });
});
