/** The response with another body. */
export function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const wrapped = new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  for (const name of ['url', 'redirected', 'type'] as const) Object.defineProperty(wrapped, name, { value: response[name] });
  return wrapped;
}
