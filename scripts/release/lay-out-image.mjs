import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run-npm.mjs';

/** The folders of an image that its steps name. */
const PLACES = /(?<![\w./-])\/(opt|data|work|usr\/local)(?=\/|\s|$)/g;
/** Commands that need another machine than this one: its packages and its users. */
const LEFT_OUT = /^(?:apt-get|chown|rm -rf \/var\/lib\/apt)\b/;

/**
 * Performs the steps of a Dockerfile below a folder, where no daemon is: its COPY and RUN steps, with the paths of the image in the
 * folder. The stages share the folder. Commands that install packages of the system or change owners are left out. Returns what the
 * image would start, as words and variables.
 */
export async function layOutImage(dockerfile, { context, folder, env, print = () => {} }) {
  const image = { workdir: '/', env: {}, entrypoint: [], cmd: [], user: 'root', froms: [] };
  const here = (text) => text.replaceAll(PLACES, (_, place) => join(folder, place));
  const performs = {
    FROM: (words) => void image.froms.push(words),
    ARG: () => {},
    LABEL: () => {},
    WORKDIR: (path) => {
      image.workdir = path;
      mkdirSync(here(path), { recursive: true });
    },
    ENV: (words) => {
      const [, name, value] = /^(\w+)=(\S*)$/.exec(words) ?? [];
      if (name === undefined) throw new Error(`ENV ${words}: expected NAME=value.`);
      image.env[name] = here(value);
    },
    USER: (name) => {
      image.user = name;
    },
    ENTRYPOINT: (words) => {
      image.entrypoint = JSON.parse(words);
    },
    CMD: (words) => {
      image.cmd = JSON.parse(words);
    },
    COPY: (words) => {
      const [, stage, from, to] = /^(--from=\S+ )?(\S+) (\S+)$/.exec(words) ?? [];
      if (to === undefined) throw new Error(`COPY ${words}: expected one source and one place.`);
      // An earlier stage has the same folder, so its files are in their place already.
      if (stage === undefined) cpSync(join(context, from), here(to), { recursive: true });
    },
    RUN: async (words) => {
      const kept = words.split(/\s*&&\s*/).filter((one) => !LEFT_OUT.test(one));
      if (kept.length === 0) return;
      const { code, stdout, stderr } = await run('sh', ['-ec', here(kept.join(' && '))], { cwd: here(image.workdir), env });
      if (code !== 0) throw new Error(`RUN ${words}\nended with ${code}:\n${(stdout + stderr).slice(-3000)}`);
    },
  };
  for (const [, instruction, words] of stepsOf(dockerfile)) {
    if (performs[instruction] === undefined) throw new Error(`The step ${instruction} is not known here.`);
    await performs[instruction](words);
    print(`  ${instruction} ${words.slice(0, 90)}`);
  }
  return { ...image, here };
}

/** The steps of a Dockerfile: a line that ends with a backslash goes on. */
const stepsOf = (dockerfile) =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^([A-Z]+) (.*)$/.exec(line) ?? [line, line, '']);
