import { type Fields, fields, list, repeated, unknownFields } from '../openai/problems.js';
import { MOCK_SIGNATURE } from './frames.js';

const REQUEST = new Set(
  'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent labels serviceTier'.split(' '),
);
const PART = new Set(
  'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult'.split(' '),
);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The word by which Google takes a call that another model made. */
const SKIP = 'skip_thought_signature_validator';

/** Returns the problems for which generateContent would refuse a request, one sentence each. */
export function validateGemini(body: Fields): string[] {
  const problems = unknownFields(body, { known: REQUEST, at: 'the request' });
  const contents = list(body.contents).map(fields);
  if (contents.length === 0) problems.push('contents is empty');
  if (contents[0] !== undefined && contents[0].role !== 'user') problems.push('the first content is not of the user');
  const declared = list(body.tools).flatMap((tool) => list(fields(tool).functionDeclarations).map(fields));
  for (const name of repeated(declared.map(({ name }) => name))) problems.push(`two functions are called ${String(name)}`);
  for (const [index, content] of contents.entries()) {
    problems.push(...partProblems(content, `contents.${index}`));
    problems.push(...callProblems(content, { next: contents[index + 1], at: `contents.${index}` }));
  }
  return problems;
}

function partProblems({ role, parts }: Fields, at: string): string[] {
  const all = list(parts).map(fields);
  const problems = role === 'user' || role === 'model' ? [] : [`${at} has the role ${String(role)}`];
  if (all.length === 0) problems.push(`${at} has no parts`);
  for (const [index, part] of all.entries()) {
    const where = `${at}.parts.${index}`;
    problems.push(...unknownFields(part, { known: PART, at: where }));
    const data = fields(part.inlineData).data;
    if (part.inlineData !== undefined && (typeof data !== 'string' || !BASE64.test(data)))
      problems.push(`${where} is not base64`);
    if (part.functionCall !== undefined && role !== 'model') problems.push(`${where} is a call of the user`);
    if (part.functionResponse !== undefined && typeof fields(part.functionResponse).response !== 'object')
      problems.push(`${where} has a response that is not an object`);
  }
  return problems;
}

/** Each step's first call is signed, and each call is answered by the content behind it. */
function callProblems({ parts }: Fields, { next, at }: { readonly next: Fields | undefined; readonly at: string }): string[] {
  const calls = list(parts)
    .map(fields)
    .filter((part) => part.functionCall !== undefined);
  const [first] = calls;
  if (first === undefined) return [];
  const name = String(fields(first.functionCall).name);
  const signature = first.thoughtSignature;
  const signed =
    signature === undefined
      ? [`Function call is missing a thought_signature in functionCall parts: ${name} in ${at}`]
      : signature === MOCK_SIGNATURE || signature === SKIP
        ? []
        : [`the thought_signature of ${name} in ${at} is not valid`];
  const answers = list(next?.parts).filter((part) => fields(part).functionResponse !== undefined);
  return answers.length === calls.length
    ? signed
    : [...signed, `${at} has ${calls.length} calls and ${answers.length} responses`];
}
