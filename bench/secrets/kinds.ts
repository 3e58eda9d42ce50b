/** Twelve kinds of secrets, made at run time so that no file holds one. */
import { SHAPED_SECRETS } from "../../src/base/redact.test-helper.ts";

export interface PlantedSecret {
  kind: string;
  value: string;
}

const KINDS = [
  "api-key",
  "anthropic-key",
  "aws-access-key",
  "google-api-key",
  "github-token",
  "gitlab-token",
  "slack-token",
  "npm-token",
  "stripe-key",
  "huggingface-token",
  "sendgrid-key",
  "jwt",
] as const;

/** `count` different secrets, the kinds in turn. */
export function plantedSecrets(count: number): PlantedSecret[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = KINDS[at % KINDS.length] ?? "api-key";
    const makers = SHAPED_SECRETS.filter(([name]) => name === kind);
    const make = makers[Math.floor(at / KINDS.length) % makers.length]?.[1];
    if (make === undefined) throw new Error(`no maker for ${kind}`);
    return { kind, value: make() };
  });
}
