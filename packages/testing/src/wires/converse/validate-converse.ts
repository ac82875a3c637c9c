import { type Fields, fields, list, repeated, unknownFields } from '../openai/problems.js';

const REQUEST = new Set(
  'messages system inferenceConfig toolConfig guardrailConfig additionalModelRequestFields additionalModelResponseFieldPaths promptVariables requestMetadata performanceConfig serviceTier outputConfig'.split(
    ' ',
  ),
);
const BLOCKS = new Set(['text', 'image', 'document', 'toolUse', 'toolResult', 'reasoningContent', 'cachePoint', 'guardContent']);
const ID = /^[a-zA-Z0-9_.:-]{1,64}$/;

/** Returns the problems for which Converse would refuse a request, one sentence each. */
export function validateConverse(body: Fields): string[] {
  const check = new ConverseCheck();
  check.request(body);
  for (const [index, message] of list(body.messages).map(fields).entries()) check.message(message, index);
  return check.ended();
}

class ConverseCheck {
  readonly #problems: string[] = [];
  /** The calls of the last message that have no result yet. */
  #open: readonly unknown[] = [];

  request(body: Fields): void {
    this.#problems.push(...unknownFields(body, { known: REQUEST, at: 'the request' }));
    this.#if(list(body.messages).length === 0, 'messages is empty');
    for (const [index, block] of list(body.system).map(fields).entries())
      this.#if('text' in block && isBlank(block.text), `system.${index} is blank`);
    const tools = list(fields(body.toolConfig).tools).map((tool) => fields(fields(tool).toolSpec));
    for (const name of repeated(tools.map((tool) => tool.name))) this.#problems.push(`two tools are called ${String(name)}`);
    for (const { name, inputSchema } of tools)
      this.#if(fields(fields(inputSchema).json).type !== 'object', `the schema of ${String(name)} is not an object`);
    const usesTools = JSON.stringify(body.messages ?? []).includes('"toolUse"');
    this.#if(usesTools && tools.length === 0, 'toolConfig must be defined when messages have toolUse or toolResult');
  }

  message({ role, content }: Fields, index: number): void {
    const at = `messages.${index}`;
    this.#if(role !== (index % 2 === 0 ? 'user' : 'assistant'), `${at} has the role ${String(role)}: roles must take turns`);
    const blocks = list(content).map(fields);
    this.#if(blocks.length === 0, `${at} has no content`);
    for (const [number, block] of blocks.entries()) this.#block(block, `${at}.content.${number}`);
    const results = blocks.flatMap((block) => ('toolResult' in block ? [fields(block.toolResult).toolUseId] : []));
    if (role === 'user') this.#answer(results, at);
    else this.#open = blocks.flatMap((block) => ('toolUse' in block ? [fields(block.toolUse).toolUseId] : []));
    for (const id of repeated(this.#open)) this.#problems.push(`${at} has two calls ${String(id)}`);
  }

  ended(): string[] {
    this.#if(this.#open.length > 0, `the calls ${this.#open.join(', ')} have no result`);
    return this.#problems;
  }

  #answer(results: readonly unknown[], at: string): void {
    for (const id of this.#open) this.#if(!results.includes(id), `${at} has no result of ${String(id)}`);
    for (const id of results) this.#if(!this.#open.includes(id), `${at} has a result of ${String(id)}, which was not called`);
    this.#open = [];
  }

  #block(block: Fields, at: string): void {
    const kinds = Object.keys(block);
    this.#if(kinds.length !== 1 || !BLOCKS.has(kinds[0] ?? ''), `${at} has the fields ${kinds.join(', ')}`);
    this.#if('text' in block && isBlank(block.text), `${at} is blank`);
    if ('toolUse' in block) {
      const { toolUseId, input } = fields(block.toolUse);
      this.#if(!ID.test(String(toolUseId)), `${at} has the id ${String(toolUseId)}`);
      this.#if(typeof input !== 'object' || input === null || Array.isArray(input), `the input of ${at} is not an object`);
    }
    for (const part of list(fields(block.toolResult).content).map(fields))
      this.#if('text' in part && isBlank(part.text), `a text in ${at} is blank`);
    if ('reasoningContent' in block) {
      const { signature } = fields(fields(block.reasoningContent).reasoningText);
      this.#if(typeof signature !== 'string' && !('redactedContent' in fields(block.reasoningContent)), `${at} is not signed`);
    }
  }

  #if(isWrong: boolean, problem: string): void {
    if (isWrong) this.#problems.push(problem);
  }
}

const isBlank = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '';
