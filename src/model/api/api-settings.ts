/** What it takes to reach a model behind an API. */

export type ApiProviderName = "openai-compatible" | "anthropic" | "google";

export interface ApiModelSettings {
  /** For one attempt where the request does not say, in milliseconds. Default 120,000. */
  timeoutMs?: number;
  provider: ApiProviderName;
  model: string;
  /** Default: the provider's own; `openai-compatible` must have one. */
  baseUrl?: string;
  apiKey?: string;
}

export const DEFAULT_BASE_URLS: Record<ApiProviderName, string> = {
  "openai-compatible": "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};
