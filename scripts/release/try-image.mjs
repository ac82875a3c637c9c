import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { says } from './first-steps.mjs';
import { layOutImage } from './lay-out-image.mjs';

/** Lays the image out below a folder, from the bundle, and runs its command there on the project of the compose file. */
export async function tryImage(folder, { bundle, root, step, env, print }) {
  const context = join(folder, 'context');
  const place = join(folder, 'image');
  mkdirSync(context);
  await step('bundle of the image', 'tar', ['-xzf', bundle, '-C', context, '--strip-components', '1']);
  const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const started = performance.now();
  const image = await layOutImage(dockerfile, { context, folder: place, env });
  print(`  the steps of the image, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (image.user === 'root') throw new Error('The image runs as root.');
  const [, , command] = image.entrypoint;
  cpSync(join(root, 'deploy', 'project'), image.here('/work'), { recursive: true });
  const program = ['node', realpathSync(image.here(`/usr/local/bin/${command}`))];
  const loadout = (name, words) =>
    step(`image: ${name}`, '', [], { program: [...program, ...words], cwd: image.here('/work'), env: { ...env, ...image.env } });
  says(await loadout(image.cmd.join(' '), image.cmd), 'Usage');
  await loadout('check', ['check']);
  await loadout('run', ['run', 'Hello.']);
  for (const words of [['worker'], ['serve', 'http'], ['engine', 'dev']])
    says(await loadout(words.join(' '), [...words, '--help']), words.join(' '));
}
