// One program with `query`: the import of the package, a query to its first message, and the same for queries that follow in this process.
const [entry, cwd, later] = process.argv.slice(2);

async function firstMessage(query) {
  const started = performance.now();
  let first;
  for await (const message of query({ prompt: 'Hello', options: { cwd, env: process.env, model: 'claude-sonnet-4-5' } })) {
    first ??= performance.now() - started;
    if (message.type === 'result' && message.is_error) throw new Error(JSON.stringify(message));
  }
  return first;
}

const started = performance.now();
const { query } = await import(entry);
const loaded = performance.now() - started;
const first = await firstMessage(query);
const next = [];
for (let count = 0; count < Number(later); count++) next.push(await firstMessage(query));
process.stdout.write(JSON.stringify({ loaded, first, next }));
