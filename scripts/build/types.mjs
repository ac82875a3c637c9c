import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** The declarations of each package by the name of its folder: their texts by their paths in `dist`. */
export async function typesOf(root) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-types-'));
  try {
    await compile(root, folder);
    const read = (name) => {
      const source = join(folder, name, 'src');
      const files = readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
      return new Map(files.map((file) => [file.split(sep).join('/'), readFileSync(join(source, file), 'utf8')]));
    };
    return new Map(readdirSync(folder).map((name) => [name, read(name)]));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function compile(root, outDir) {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  const args = [program, '-p', join(root, 'configs/tsconfig.build.json'), '--outDir', outDir];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`tsc could not write the types, and exited with ${code}.`)),
    );
  });
}
