// A language server that breaks the protocol. Its mode is the first argument; received messages go to the file in the second.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';

const [mode, log] = process.argv.slice(2);
const note = (line) => appendFileSync(log, `${line}\n`);
const starts = () => readFileSync(log, 'utf8').split('start ').length - 1;
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
};
const asked = new Map();
const ask = (method, params, done) => {
  asked.set(`q${asked.size}`, done);
  send({ id: `q${asked.size - 1}`, method, params });
};

note(`start ${process.pid}`);
if (mode === 'stubborn') {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
    detached: true,
  });
  note(`child ${child.pid}`);
  setInterval(() => {}, 1000);
}
if (mode === 'exits') {
  process.stderr.write('no such license\n');
  process.exitCode = 3;
} else listen();

function listen() {
  let waiting = Buffer.alloc(0);
  process.stdin.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(waiting.toString('latin1', 0, end))?.[1]);
      if (end === -1 || waiting.length < end + 4 + length) return;
      const message = JSON.parse(waiting.toString('utf8', end + 4, end + 4 + length));
      waiting = waiting.subarray(end + 4 + length);
      if (message.method === undefined) asked.get(message.id)?.(message.result);
      else take(message);
    }
  });
}

const capabilities = {
  textDocumentSync: 1,
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  ...(mode === 'utf8' ? { positionEncoding: 'utf-8' } : {}),
};

function take({ id, method, params }) {
  note(method);
  if (method === 'initialize' && mode !== 'mute') send({ id, result: { capabilities } });
  if (method === 'shutdown' && mode !== 'stubborn') send({ id, result: null });
  if (method === 'exit' && mode !== 'stubborn') process.exit(0);
  if (method === 'textDocument/didOpen' || method === 'textDocument/didChange') publish(params);
  if (method.startsWith('textDocument/') && id !== undefined) misbehave({ id, method, params });
}

function publish({ textDocument: { uri, version, text }, contentChanges }) {
  if (mode !== 'publishes') return;
  const lines = (text ?? contentChanges[0].text).split('\n');
  const diagnostics = lines.flatMap((line, at) => {
    const found = /^(bad|meh|hint) (.*)$/.exec(line);
    const severity = { bad: 1, meh: 2, hint: 4 }[found?.[1]];
    return found === null ? [] : [{ range: range(at), severity, message: found[2] }];
  });
  send({ method: 'textDocument/publishDiagnostics', params: { uri, version, diagnostics } });
}

const range = (line, character = 0) => ({ start: { line, character }, end: { line, character } });

const doings = {
  crashes: () => process.kill(process.pid, 'SIGKILL'),
  'crashes once': (request) => (starts() === 1 ? doings.crashes() : answer(request, 'fine')),
  hangs: () => {},
  garbage: () => process.stdout.write('Segmentation fault (core dumped)\n'.repeat(1000)),
  'garbage body': () => process.stdout.write('Content-Length: 9\r\n\r\nnot json!'),
  huge: () => {
    process.stdout.write(`Content-Length: ${50 * 1024 * 1024}\r\n\r\n`);
    process.stdout.write(Buffer.alloc(50 * 1024 * 1024, 'x'));
  },
  floods: () => {
    const flood = () => {
      while (process.stdout.writableLength < 1 << 20) send({ method: 'window/logMessage', params: { type: 3, message: 'x' } });
      setImmediate(flood);
    };
    flood();
  },
  refuses: ({ id }) => send({ id, error: { code: -32603, message: 'not today' } }),
  shapeless: ({ id }) => send({ id, result: [null, 7, { uri: 5 }, { uri: 'file:///x', range: { start: { line: -1 } } }, 'x'] }),
  stubborn: (request) => answer(request, 'fine'),
  utf8: (request) => answer(request, JSON.stringify(request.params.position)),
  publishes: (request) => answer(request, 'fine'),
  asks: (request) => {
    const questions = [
      ['workspace/configuration', { items: [{ section: 'odd.deep' }, { section: 'none' }] }],
      ['client/registerCapability', { registrations: [{ id: '1', method: 'textDocument/references' }] }],
      ['window/workDoneProgress/create', { token: 1 }],
      ['workspace/workspaceFolders', null],
      ['workspace/applyEdit', { edit: { changes: {} } }],
    ];
    const answers = [];
    const next = () => {
      const question = questions[answers.length];
      if (question === undefined) return answer(request, JSON.stringify(answers));
      ask(...question, (result) => {
        answers.push(result);
        next();
      });
    };
    next();
  },
};

const misbehave = (request) => doings[mode]?.(request);

const answer = ({ id }, contents) => send({ id, result: { contents } });
