import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

const { checkLint } = await loadScript<{
  checkLint(root: string, options: { stdio: 'ignore' }): { files: string[]; code: number };
}>('check-lint.mjs');

const RULES = '{ "formatter": { "enabled": false }, "linter": { "rules": { "correctness": { "noUnusedVariables": "RULE" } } } }';

it('a file is read again when it, the rules or a manifest changes, and as long as it is wrong', () =>
  inFolder(
    {
      'biome.json': RULES.replace('RULE', 'off'),
      '.gitignore': '.turbo\n',
      'a.js': 'export const a = 1;\n',
      'b.js': 'export {};\n',
    },
    (dir) => {
      execFileSync('git', ['init', '--quiet'], { cwd: dir });
      const lint = () => checkLint(dir, { stdio: 'ignore' });
      const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
      expect(lint()).toEqual({ files: ['.'], code: 0 });
      expect(lint()).toEqual({ files: [], code: 0 });
      write('b.js', 'debugger;\nexport {};\n');
      expect(lint()).toEqual({ files: ['b.js'], code: 1 });
      write('new.js', 'const idle = 1;\n');
      expect(lint()).toEqual({ files: ['b.js', 'new.js'], code: 1 });
      rmSync(join(dir, 'b.js'));
      expect(lint()).toEqual({ files: ['new.js'], code: 0 });
      write('biome.json', RULES.replace('RULE', 'error'));
      expect(lint()).toEqual({ files: ['.'], code: 1 });
      rmSync(join(dir, 'new.js'));
      expect(lint()).toEqual({ files: ['.'], code: 0 });
      write('package.json', '{ "name": "other" }\n');
      expect(lint()).toEqual({ files: ['.'], code: 0 });
      expect(lint()).toEqual({ files: [], code: 0 });
    },
  ));
