/**
 * The secrets that secretlint's recommended preset finds. It is loaded, and run, only on a text that holds what its
 * patterns cannot match without: a run costs a millisecond, and leaves marks in its profiler for good.
 */

/**
 * For each rule of the preset, by the last part of its id: what every match of it in a Markdown file holds. Two rules
 * have none: `gcp` looks into JSON and P12 files only, `filter-comments` takes findings of others away.
 */
const NEEDED: Readonly<Record<string, readonly RegExp[]>> = {
  aws: [/(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)["']?\s*[:=]/],
  privatekey: [/-----BEGIN/],
  npm: [/npm_[A-Za-z0-9_]{36}/],
  basicauth: [/:\/\/[-\w]{1,256}:[-\w]{1,256}@/],
  slack: [/xox[abopr]-|xapp-/, /hooks\.slack\.com\/services/i],
  sendgrid: [/SG\.\w+\.\w/],
  shopify: [/shp(?:pa|ca|at|ss)_/],
  stripe: [/[sr]k_(?:live|test)_/],
  github: [/gh[opsur]_[A-Za-z0-9]|github_pat_/],
  gitlab: [/glpat-/],
  grafana: [/glc_|glsa_/],
  openai: [/T3BlbkFJ/],
  anthropic: [/sk-ant-api0/],
  groq: [/gsk_[a-zA-Z0-9]{52}/],
  huggingface: [/hf_[a-zA-Z]{34}/],
  linear: [/lin_api_/],
  notion: [/ntn_\d{11}/],
  "1password": [/ops_ey/],
  "database-connection-string": [/(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/[^:/\s]{1,100}:[^@/\s]{1,200}@/i],
  "hashicorp-vault": [/hv[sbr]\.[\w-]{90}/],
  vercel: [/vc[piark]_[A-Za-z0-9]{20}/],
  databricks: [/dapi[A-Fa-f0-9]{32}/],
  docker: [/dckr_pat_/],
  figma: [/figd_/],
  cloudflare: [/cf(?:k|ut|at)_[A-Za-z0-9]{40}/],
  tailscale: [/tskey-/],
};

const joined = (flags: string): RegExp =>
  new RegExp(
    Object.values(NEEDED)
      .flat()
      .filter((pattern) => pattern.flags === flags)
      .map(({ source }) => source)
      .join("|"),
    flags,
  );
const EXACT = joined("");
const ANY_CASE = joined("i");

const PRESET = "@secretlint/secretlint-rule-preset-recommend";

/** What the preset finds in a text: the last part of the rule's id, and the offset where the secret starts. */
export async function secretlintSecrets(text: string): Promise<{ kind: string; start: number }[]> {
  return EXACT.test(text) || ANY_CASE.test(text) ? runPreset(text) : [];
}

/** The same for any text, at full cost. */
export async function runPreset(text: string): Promise<{ kind: string; start: number }[]> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
  const result = await lintSource({
    source: { content: text, filePath: "SKILL.md", ext: ".md", contentType: "text" },
    options: {
      config: { rules: [{ id: PRESET, rule: creator, options: {} }] },
      noPhysicFilePath: true,
      maskSecrets: true,
    },
  });
  return result.messages
    .filter((message) => message.severity !== "info")
    .map((message) => ({ kind: message.ruleId.replace(/^.*secretlint-rule-/, ""), start: message.range[0] }));
}
