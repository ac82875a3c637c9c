import { afterEach, describe, expect, it } from 'vitest';
import { type MockApi, startMockApi } from '../mock-api/start-mock-api.js';
import { MOCK_AWS_KEYS } from './aws/check-signature.js';
import { validateConverse } from './converse/validate-converse.js';
import { MOCK_SIGNATURE } from './gemini/frames.js';
import { validateGemini } from './gemini/validate-gemini.js';
import { bedrockWire, foundryWire, vertexWire } from './messages/cloud-wires.js';

const user = { role: 'user', parts: [{ text: 'hi' }] };
const call = (thoughtSignature?: string) => ({
  role: 'model',
  parts: [{ functionCall: { name: 'Read', args: {} }, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) }],
});
const response = { role: 'user', parts: [{ functionResponse: { name: 'Read', response: {} } }] };

describe('the mock of Gemini', () => {
  it('takes a signed call with its response, and one that is said to be of another model', () => {
    expect(validateGemini({ contents: [user, call(MOCK_SIGNATURE), response] })).toEqual([]);
    expect(validateGemini({ contents: [user, call('skip_thought_signature_validator'), response] })).toEqual([]);
  });

  it.each([
    [[user, call(), response], /missing a thought_signature/],
    [[user, call('other'), response], /is not valid/],
    [[user, call(MOCK_SIGNATURE), user], /1 calls and 0 responses/],
    [[call(MOCK_SIGNATURE), response], /first content/],
    [[{ role: 'user', parts: [{ text: 'x', extra: 1 }] }], /unknown field extra/],
    [[], /contents is empty/],
  ])('refuses what the API refuses: %#', (contents, problem) => {
    expect(validateGemini({ contents }).join()).toMatch(problem);
  });
});

const asked = { role: 'user', content: [{ text: 'hi' }] };
const used = { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'Read', input: {} } }] };
const answered = (text: string, toolUseId = 'a') => ({
  role: 'user',
  content: [{ toolResult: { toolUseId, content: [{ text }] } }],
});
const toolConfig = { tools: [{ toolSpec: { name: 'Read', inputSchema: { json: { type: 'object' } } } }] };

describe('the mock of Converse', () => {
  it('takes a call with its result', () => {
    expect(validateConverse({ messages: [asked, used, answered('x')], toolConfig })).toEqual([]);
  });

  it.each([
    [{ messages: [asked, used, answered(' ')], toolConfig }, /is blank/],
    [{ messages: [asked, used, answered('x', 'b')], toolConfig }, /no result of a.*result of b/],
    [{ messages: [asked, used], toolConfig }, /have no result/],
    [{ messages: [asked, used, answered('x')] }, /toolConfig must be defined/],
    [{ messages: [asked, asked] }, /take turns/],
    [
      { messages: [asked, { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'x' } } }] }] },
      /not signed/,
    ],
    [{ messages: [asked], model: 'm' }, /unknown field model/],
  ])('refuses what the API refuses: %#', (body, problem) => {
    expect(validateConverse(body).join()).toMatch(problem);
  });
});

describe('the mocks of the clouds', () => {
  const open: MockApi[] = [];
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

  /** The problems of one request. */
  async function problems(
    wire: typeof bedrockWire,
    path: string,
    { headers = {}, body = {} }: { headers?: object; body?: object },
  ) {
    const api = await startMockApi({ wire, replies: () => ({ text: 'x' }) });
    open.push(api);
    await (await fetch(api.url + path, { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) })).arrayBuffer();
    return api.invalid.join('; ');
  }

  const BEDROCK = '/model/m/invoke-with-response-stream';
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];
  const body = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 1, messages };

  it('take a request as the vendor makes it', async () => {
    expect(await problems(bedrockWire, BEDROCK, { headers: { authorization: 'Bearer t' }, body })).toBe('');
  });

  it('refuse a signature that was made for another request', async () => {
    const { accessKeyId, sessionToken } = MOCK_AWS_KEYS;
    const scope = '20260101/us-east-1/bedrock/aws4_request';
    const names = 'host;x-amz-date;x-amz-security-token';
    const headers = {
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${'0'.repeat(64)}`,
      'x-amz-date': '20260101T000000Z',
      'x-amz-security-token': sessionToken,
    };
    expect(await problems(bedrockWire, BEDROCK, { headers, body })).toMatch(/: the signature is not that of the request$/);
  });

  it.each([
    [{ ...body, model: 'm' }, /model: Extra inputs/],
    [{ ...body, stream: true }, /stream: Extra inputs/],
    [{ ...body, anthropic_version: undefined }, /anthropic_version is undefined/],
  ])('refuse fields that Bedrock has in its address: %#', async (sent, problem) => {
    expect(await problems(bedrockWire, BEDROCK, { headers: { authorization: 'Bearer t' }, body: sent })).toMatch(problem);
  });

  it('refuse a request without a credential', async () => {
    expect(await problems(bedrockWire, BEDROCK, { body })).toMatch(/neither a bearer token nor a signature/);
    const path = '/v1/projects/p/locations/l/publishers/anthropic/models/m:streamRawPredict';
    const vertex = { ...body, anthropic_version: 'vertex-2023-10-16', stream: true };
    expect(await problems(vertexWire, path, { body: vertex })).toMatch(/no OAuth token/);
    expect(await problems(foundryWire, '/anthropic/v1/messages', { body: { ...body, model: 'm' } })).toMatch(/neither a key nor/);
  });
});
