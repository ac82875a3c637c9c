import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

const README = join(import.meta.dirname, '../../packages/adapters/README.md');

/** The programs of the README that import this package. */
const programs = (of: string): readonly string[] =>
  [...readFileSync(README, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)]
    .map(([, text = '']) => text)
    .filter((text) => text.includes(`from '${of}'`));

interface Place {
  readonly folder: string;
  /** The text of a module with a model that calls Read and then answers. */
  readonly model?: string;
  /** The package that stands in for the host's. */
  readonly instead?: string;
  /** Prepares the world of the program. */
  readonly before?: () => Promise<void>;
}

/** Runs the README's program of a host. */
export function describeReadme(of: string, { folder, model = '', instead = of, before }: Place): void {
  it(`the program of the README for ${of} runs as it is written`, async () => {
    const place = join(folder, `.readme-${process.pid}-${of.replace(/\W/g, '-')}`);
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    mkdirSync(place);
    writeFileSync(join(place, 'model.ts'), model);
    writeFileSync(join(place, 'program.ts'), (programs(of)[0] ?? '').replace(`'${of}'`, `'${instead}'`));
    await before?.();
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    await import(join(place, 'program.ts'));
    expect(said.mock.calls).toEqual([['It is called loadout.']]);
  });
}
