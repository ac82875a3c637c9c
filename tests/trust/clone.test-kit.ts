import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type MockApi, type Reply, startMockApi } from '@loadout/testing';
import { onTestFinished } from 'vitest';
import { loadout } from '../lib/loadout.js';

/** Programs that a run may start, each replaced by a script that notes its words and its environment. */
const WATCHED = ['bash', 'sh', 'git', 'node', 'npm', 'touch', 'rg'];

/** A fresh clone that nobody trusts, and everything around it that a run could reach. */
export class Clone {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-clone-')));
  readonly cwd = join(this.root, 'clone');
  /** A folder beside the clone, into which nothing of the clone may write. */
  readonly outside = join(this.root, 'outside');
  /** The log of the watched programs. */
  readonly #log = join(this.root, 'processes.log');
  readonly #heard: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.on('data', (data: Buffer) => this.#heard.push(data.toString()));
    response.writeHead(404).end('{}');
  });
  #api: MockApi | undefined;

  /** Starts the API of the model and a listener at another address. */
  async open(replies: (index: number) => Reply): Promise<this> {
    for (const folder of [join(this.cwd, '.git'), this.outside, join(this.root, 'bin')]) mkdirSync(folder, { recursive: true });
    for (const name of WATCHED) this.#watch(name);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#api = await startMockApi({ replies: (_, index) => replies(index) });
    onTestFinished(async () => {
      this.#server.close();
      await this.#api?.close();
      rmSync(this.root, { recursive: true, force: true });
    });
    return this;
  }

  /** The other address. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.cwd, name)), { recursive: true });
      writeFileSync(join(this.cwd, name), text, { mode: 0o755 });
    }
  }

  /** Writes the user's own settings. */
  settings(settings: object): void {
    const folder = join(this.root, 'home/.config/loadout');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.yaml'), JSON.stringify(settings));
  }

  run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const PATH = `${join(this.root, 'bin')}${delimiter}${process.env.PATH}`;
    const own = { ANTHROPIC_BASE_URL: this.#api?.url ?? '', ANTHROPIC_API_KEY: 'k', LOADOUT_STATE_DIR: join(this.root, 'state') };
    return loadout(args, { cwd: this.cwd, env: { ...own, HOME: join(this.root, 'home'), PATH, ...env }, trust: false });
  }

  /** Everything that left: by where it arrived. */
  get sinks(): Readonly<Record<'request' | 'process' | 'address' | 'file', string>> {
    const requests = (this.#api?.requests ?? []).map(({ raw, headers, path }) => `${path} ${JSON.stringify(headers)} ${raw}`);
    return {
      request: requests.join('\n'),
      process: existsSync(this.#log) ? readFileSync(this.#log, 'utf8') : '',
      address: this.#heard.join('\n'),
      file: filesBelow(this.outside).join('\n'),
    };
  }

  #watch(name: string): void {
    const file = join(this.root, 'bin', name);
    const real = `PATH="${process.env.PATH}"`;
    const note = `{ printf '%s\\n' ${name} "$@"; env; } >> '${this.#log}'`;
    writeFileSync(file, `#!/bin/bash\n${note}\n${real} exec ${name} "$@"\n`);
    chmodSync(file, 0o755);
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...filesBelow(path)] : [`${path} ${readFileSync(path, 'utf8')}`];
  });
}
