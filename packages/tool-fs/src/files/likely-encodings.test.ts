import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { tableEncoding } from './table-encoding.js';

it.each([
  ['windows-1252', 'café old'],
  ['windows-1252', '// Größe\nint x;\n'],
  ['windows-1252', 'naïve – “quoted”\n'],
  ['windows-1252', '£5 © 2020 ®'],
  ['windows-1252', 'Ångström för Malmö på å'],
  ['windows-1252', 'über'],
  ['windows-1252', 'São Paulo, coração, não'],
  ['windows-1252', 'CRÉÉE ET VÉRIFIÉE À L’ÉTÉ'],
  ['GBK', '你好'],
  ['GBK', '// 配置\nint x = 1;\n'],
  ['GBK', '// 打开文件失败\nprintf("错误");\n'],
  ['GBK', '名称: 服务器\n'],
  ['GBK', '配置'.repeat(50)],
  ['windows-1252', `${'a'.repeat(100_000)}é`],
  ['windows-1251', 'ПРИВЕТ, мир и все, кто здесь есть'],
  ['Shift_JIS', '// 設定\nint x = 1;\n'],
  ['Shift_JIS', '// エラー\n'],
  ['Shift_JIS', 'こんにちは'],
  ['Shift_JIS', '日本語'],
  ['EUC-KR', '// 파일을 열 수 없습니다\n'],
  ['EUC-KR', '안녕하세요'],
  ['Big5', '// 設定\n'],
  ['Big5', '// 無法開啟檔案\n'],
  ['EUC-JP', 'こんにちは'],
  ['EUC-JP', '// エラーです\n'],
  ['windows-1251', '// Настройки\nint x;\n'],
  ['windows-1251', 'Привет, мир'],
  ['KOI8-R', 'Привет, мир'],
  ['windows-1250', '// nastavení souboru: příliš žluťoučký kůň\n'],
])('%s is detected in a short text: %j (GAP-B4)', async (name, text) => {
  expect((await tableEncoding(iconv.encode(text, name)))?.name).toBe(name);
});
