/** Runs in a web page: sends each request in every way that a page has. Returns the number of ways, and all that the page could read. */
export async function tryAll(all) {
  const read = [];
  let ways = 0;
  /** Resolves when one way has ended. Some ways end without an event. */
  const over = (start) => {
    ways += 1;
    return new Promise((resolve) => {
      start(resolve);
      setTimeout(resolve, 2_000);
    });
  };
  const send = (url, init) =>
    over((done) =>
      fetch(url, init)
        .then((answer) => answer.text())
        .then((text) => read.push(text))
        .catch(() => {})
        .finally(done),
    );
  const added = (name, fields) => document.documentElement.appendChild(Object.assign(document.createElement(name), fields));
  const form = (url, text) =>
    over((done) => {
      const frame = added('iframe', { name: `frame-${Math.random()}`, sandbox: '' });
      frame.onload = done;
      const sent = added('form', { method: 'post', action: url, target: frame.name, enctype: 'text/plain' });
      // The text of such a form is its name, an equals sign and its value: JSON, if both are halves of it.
      sent.append(Object.assign(document.createElement('input'), { name: text.replace(/\}$/, ',"x":"'), value: '"}' }));
      sent.submit();
    });
  const tryOne = ({ url, method, body }) => {
    const given = body === undefined ? {} : { body };
    return [
      ...['application/json', 'text/plain'].map((type) =>
        send(url, { method, ...given, headers: { 'content-type': type }, credentials: 'include' }),
      ),
      send(url, { method: method === 'GET' ? 'GET' : 'POST', mode: 'no-cors', ...given }),
      over((done) => done(navigator.sendBeacon(url, new Blob([body ?? ''], { type: 'text/plain' })))),
      over((done) => added('script', { src: url, onload: done, onerror: done })),
      over((done) => added('iframe', { src: url, sandbox: '', onload: done })),
      over((done) => {
        const events = new EventSource(url);
        events.onmessage = ({ data }) => read.push(String(data));
        events.onerror = () => done(events.close());
      }),
      ...(method === 'GET' ? [] : [form(url, body ?? '{}')]),
      over((done) => {
        const socket = new WebSocket(url.replace('http', 'ws'));
        socket.onopen = () => socket.send(body ?? '{}');
        socket.onmessage = ({ data }) => read.push(String(data));
        socket.onclose = done;
      }),
    ];
  };
  // A few at a time: a page has six connections to an address.
  for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).flatMap(tryOne));
  return { ways, read };
}
