import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';

const GERMAN = 'Die Größe der Straße wird geprüft.\r\nSchöne Grüße für alle, die „früh“ aufstehen – old.\r\n';
const FRENCH = '// Vérifie la présence du fichier\nconst label = "Créé à l’été";\nconst old = 1;\n';
const CHINESE = '# 配置文件\n名称 = "服务器"\n# 请不要修改下面的内容，否则程序无法启动\nold = 1\n';
const JAPANESE = '# 設定ファイル\n名前 = "サーバー"\n# この下は変更しないでください。ソート表示\nold = 1\n';
const KOREAN = '# 설정 파일입니다\n이름 = "서버"\n# 아래 내용을 수정하지 마십시오\nold = 1\n';
const TAIWAN = '# 設定檔\n名稱 = "伺服器"\n# 請不要修改下面的內容，否則程式無法啟動\nold = 1\n';
const RUSSIAN = '# Файл настроек\nимя = "сервер"\n# Не изменяйте строки ниже, иначе программа не запустится\nold = 1\n';

const KINDS = [
  ['windows-1252', GERMAN, 'größer'],
  ['windows-1252', FRENCH, 'été'],
  ['GBK', CHINESE, '新的值'],
  ['Shift_JIS', JAPANESE, '新しい値'],
  ['EUC-JP', JAPANESE, '新しい値'],
  ['EUC-KR', KOREAN, '새로운 값'],
  ['Big5', TAIWAN, '新的值'],
  ['windows-1251', RUSSIAN, 'новое'],
  ['KOI8-R', RUSSIAN, 'новое'],
] as const;

async function bench(bytes: Buffer) {
  const made = await setUp();
  const file = join(made.folder, 'a.txt');
  writeFileSync(file, bytes);
  return {
    read: async (range: object = {}) => (await made.call('Read', { file_path: 'a.txt', ...range })).content,
    edit: (old_string: string, new_string: string, more: object = {}) =>
      made.call('Edit', { file_path: 'a.txt', old_string, new_string, ...more }),
    write: (content: string) => made.call('Write', { file_path: 'a.txt', content }),
    bytes: () => readFileSync(file),
  };
}

describe('a file in an encoding other than Unicode', () => {
  it.each(KINDS)('is read as %s, which the result says, and edited in it: %s (GAP-B4)', async (name, text, word) => {
    const on = await bench(iconv.encode(text, name));
    const shown = text.split(/\r?\n/).slice(0, -1);
    expect(await on.read()).toBe(`(The file is in ${name}.)\n${shown.map((line, index) => `${index + 1}\t${line}`).join('\n')}`);
    const { content, isError } = await on.edit('old', word);
    expect([isError, content]).toEqual([false, expect.stringContaining(`The file is in ${name}, and the new text is too.`)]);
    expect(on.bytes()).toEqual(iconv.encode(text.replace('old', word), name));
  });

  it('keeps each byte that the edit does not touch, also a character with two forms (GAP-B4)', async () => {
    // Shift_JIS of Windows has ∪ as 81 BE and as 87 9B, and writes the first.
    const [head, tail] = [iconv.encode('日本語のテキスト ', 'Shift_JIS'), iconv.encode(' old と old です。\n', 'Shift_JIS')];
    const odd = Buffer.from([0x87, 0x9b]);
    const on = await bench(Buffer.concat([head, odd, tail]));
    await on.read();
    expect((await on.edit('old', 'あ', { replace_all: true })).isError).toBe(false);
    expect(on.bytes()).toEqual(Buffer.concat([head, odd, iconv.encode(' あ と あ です。\n', 'Shift_JIS')]));
  });

  it('takes no character that its encoding lacks (GAP-B4)', async () => {
    const before = iconv.encode(GERMAN, 'windows-1252');
    const on = await bench(before);
    await on.read();
    const { content, isError } = await on.edit('old', 'neu → 新');
    expect([isError, content]).toEqual([true, expect.stringContaining('windows-1252, which does not have the character "→"')]);
    expect(on.bytes()).toEqual(before);
  });

  it('is read by lines as it is read whole, also where a block ends inside a character (GAP-B4)', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${index} 配置文件的内容`);
    const on = await bench(iconv.encode(`${lines.join('\n')}\n`, 'GBK'));
    expect(await on.read({ offset: 50_000, limit: 2 })).toMatch(
      /^\(The file is in GBK\.\)\n50000\t49999 配置文件的内容\n50001\t50000 配置文件的内容\n/,
    );
  });

  it('becomes UTF-8 when it is written as a whole, and the result says so (GAP-B4)', async () => {
    const on = await bench(iconv.encode(GERMAN, 'windows-1252'));
    await on.read();
    expect((await on.write('neu: größer\n')).content).toContain('It was in windows-1252 and is in UTF-8 now.');
    expect(on.bytes().toString('utf8')).toBe('neu: größer\n');
  });
});

describe('bytes that no encoding fits', () => {
  const DAMAGED = Buffer.concat([Buffer.from('größer und schöner\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('old é\n')]);

  it('are said, and are not edited (GAP-B4)', async () => {
    const on = await bench(DAMAGED);
    expect(await on.read()).toBe('(U+FFFD stands for bytes that are not utf-8.)\n1\tgrößer und schöner\n2\t\ufffd(\n3\told é');
    expect(await on.edit('old', 'new')).toMatchObject({
      isError: true,
      content: expect.stringContaining('no other encoding that this tool knows fits'),
    });
    expect(on.bytes()).toEqual(DAMAGED);
  });

  it('are not said of lines without them, nor of the character U+FFFD itself', async () => {
    expect(await (await bench(DAMAGED)).read({ limit: 1 })).toMatch(/^1\tgrößer/);
    expect(await (await bench(Buffer.from('a\ufffdb\n'))).read()).toBe('1\ta\ufffdb');
  });
});
