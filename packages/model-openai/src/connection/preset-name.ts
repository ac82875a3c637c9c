/** The servers that are known by name. */
export type PresetName =
  | 'openai'
  | 'azure'
  | 'ollama'
  | 'lmstudio'
  | 'llamacpp'
  | 'vllm'
  | 'openrouter'
  | 'groq'
  | 'deepseek'
  | 'xai'
  | 'mistral'
  | 'gemini'
  | 'cerebras'
  | 'fireworks'
  | 'together'
  | 'moonshotai'
  | 'zai';
