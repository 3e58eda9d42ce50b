/**
 * Services that people have keys for: where they are, which variables their own tools read, and a model for those who
 * name none (one of middle size; checked November 2026, to be named in the settings where it has gone).
 */
import type { ApiProviderName } from "../api/api-settings.ts";

export interface Vendor {
  name: string;
  provider: ApiProviderName;
  baseUrl: string;
  /** Variables with the key, in order. Empty for a local server without one. */
  keyVariables: string[];
  baseUrlVariables: string[];
  modelVariables: string[];
  defaultModel?: string;
  /** How its models' names begin. */
  modelPrefix?: RegExp;
}

const openaiCompatible = (vendor: Omit<Vendor, "provider">): Vendor => ({ provider: "openai-compatible", ...vendor });

/** In the order in which keys in the environment are taken. */
export const VENDORS: readonly Vendor[] = [
  {
    name: "anthropic",
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariables: ["ANTHROPIC_API_KEY"],
    baseUrlVariables: ["ANTHROPIC_BASE_URL"],
    modelVariables: ["ANTHROPIC_MODEL"],
    defaultModel: "claude-sonnet-5-5",
    modelPrefix: /^claude-/,
  },
  openaiCompatible({
    name: "openai",
    baseUrl: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"],
    baseUrlVariables: ["OPENAI_BASE_URL", "OPENAI_API_BASE"],
    modelVariables: ["OPENAI_MODEL"],
    defaultModel: "gpt-5.4-mini",
    modelPrefix: /^(gpt-|o\d)/,
  }),
  {
    name: "google",
    provider: "google",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    baseUrlVariables: ["GOOGLE_GEMINI_BASE_URL"],
    modelVariables: ["GEMINI_MODEL"],
    defaultModel: "gemini-flash-latest",
    modelPrefix: /^gemini-/,
  },
  openaiCompatible({
    name: "deepseek",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariables: ["DEEPSEEK_API_KEY"],
    baseUrlVariables: ["DEEPSEEK_BASE_URL"],
    modelVariables: [],
    defaultModel: "deepseek-chat",
    modelPrefix: /^deepseek-/,
  }),
  openaiCompatible({
    name: "dashscope",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariables: ["DASHSCOPE_API_KEY"],
    baseUrlVariables: ["DASHSCOPE_BASE_URL"],
    modelVariables: [],
    defaultModel: "qwen-plus",
    modelPrefix: /^(qwen|qwq)/,
  }),
  openaiCompatible({
    name: "glm",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyVariables: ["ZHIPUAI_API_KEY", "ZAI_API_KEY"],
    baseUrlVariables: [],
    modelVariables: [],
    defaultModel: "glm-4.6",
    modelPrefix: /^glm-/,
  }),
  openaiCompatible({
    name: "moonshot",
    baseUrl: "https://api.moonshot.cn/v1",
    keyVariables: ["MOONSHOT_API_KEY"],
    baseUrlVariables: ["MOONSHOT_BASE_URL"],
    modelVariables: [],
    modelPrefix: /^kimi-/,
  }),
  openaiCompatible({
    name: "openrouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
    baseUrlVariables: [],
    modelVariables: [],
  }),
  ...[
    { name: "ollama", baseUrl: "http://127.0.0.1:11434/v1" },
    { name: "lmstudio", baseUrl: "http://127.0.0.1:1234/v1" },
    { name: "vllm", baseUrl: "http://127.0.0.1:8000/v1" },
  ].map((local) => openaiCompatible({ ...local, keyVariables: [], baseUrlVariables: [], modelVariables: [] })),
];

export function vendorNamed(name: string): Vendor | undefined {
  return VENDORS.find((vendor) => vendor.name === name);
}
