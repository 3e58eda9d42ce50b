import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { describe, expect, it } from "vitest";
import { runPreset, secretlintSecrets } from "./secretlint.ts";

/** Letters and digits that repeat late; none is a secret of anybody. */
const letters = (length: number) => "aBcDeFgHiJkLmNoPqRsTuVwXyZ".repeat(20).slice(3, 3 + length);
const mixed = (length: number) => "a1B2c3D4e5F6g7H8i9J0kLmN".repeat(20).slice(1, 1 + length);
const upper = (length: number) => "Q2W3E4R5T6Z7U8I9".repeat(20).slice(0, length);
const digits = (length: number) => "918273645546372819".repeat(20).slice(0, length);
const hex = (length: number) => "9f8e7d6c5b4a3210".repeat(20).slice(0, length);
/** Written in two parts, so that this file holds no secret. */
const said = (...parts: string[]) => parts.join("");
const pem = (kind: string) =>
  `${said("-----BEG", "IN")} ${kind}PRIVATE KEY-----\nMII${letters(150)}\n${said("-----E", "ND")} ${kind}PRIVATE KEY-----`;
const onePassword = Buffer.from(
  JSON.stringify({
    email: "a@example.org",
    secretKey: mixed(40),
    deviceUuid: mixed(26),
    signInAddress: "1password.com",
  }),
).toString("base64");

/** For every rule of the preset that has findings in Markdown: texts for each of its patterns. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  aws: [
    `AWS_SECRET_ACCESS_KEY=${mixed(40)}`,
    `"awsSecretAccessKey" : "${mixed(40)}"`.replace("awsS", "aws_S"),
    `aws_secret_access_key => '${mixed(40)}'`,
  ],
  privatekey: ["", "RSA ", "EC ", "DSA "].map(pem),
  npm: [`${said("np", "m_")}${mixed(36)}`],
  basicauth: [`https://someone:${mixed(14)}@service.example.net/x`, `ftp://some-one:${mixed(9)}@files.example.net`],
  slack: [
    ...["xoxb", "xoxp", "xapp", "xoxa", "xoxo", "xoxr"].map(
      (start) => `${start}-${digits(12)}-${digits(12)}-${mixed(24)}`,
    ),
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${mixed(24)}`,
    `HTTPS://HOOKS.slack.com/services/T${upper(8)}/B${upper(8)}/${mixed(24)}`,
  ],
  sendgrid: [`${said("S", "G.")}${mixed(22)}.${mixed(43)}`],
  shopify: ["shppa", "shpca", "shpat", "shpss"].map((start) => `${start}_${hex(32)}`),
  stripe: ["sk_live", "sk_test", "rk_live", "rk_test"].map((start) => `${start}_${mixed(30)}`),
  github: [
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((start) => `${start}_${mixed(36)}`),
    `${said("github_p", "at_")}${mixed(82)}`,
    `${said("gh", "s_")}${digits(8)}_${mixed(30)}.${mixed(40)}.${mixed(40)}`,
  ],
  gitlab: [`${said("glp", "at-")}${mixed(20)}`],
  grafana: [`${said("gl", "c_")}${mixed(60)}`, `${said("gls", "a_")}${mixed(32)}_${hex(8)}`],
  openai: [
    `${said("sk", "-")}${mixed(20)}${said("T3Blbk", "FJ")}${mixed(20)}`,
    `${said("sk", "-proj-")}${mixed(74)}${said("T3Blbk", "FJ")}${mixed(74)}`,
  ],
  anthropic: [`${said("sk-a", "nt-api03-")}${mixed(93)}AA`],
  groq: [`${said("gs", "k_")}${mixed(52)}`],
  huggingface: [`${said("h", "f_")}${letters(34)}`],
  linear: [`${said("lin_", "api_")}${mixed(40)}`],
  notion: [`${said("nt", "n_")}${digits(11)}${mixed(35)}`],
  "1password": [`${said("op", "s_")}${onePassword}`],
  "database-connection-string": [
    `mongodb://admin:${mixed(12)}@db.example.net:27017/app`,
    `MONGODB+SRV://admin:${mixed(12)}@db.example.net`,
    `mysql://admin:${mixed(12)}@db.example.net/app`,
    `jdbc:mysqlx://admin:${mixed(12)}@db.example.net/app`,
    `postgres://admin:${mixed(12)}@db.example.net/app`,
    `PostgreSQL://admin:${mixed(12)}@db.example.net/app`,
  ],
  "hashicorp-vault": [`hvs.${mixed(95)}`, `hvb.${mixed(150)}`, `hvr.${mixed(95)}`],
  vercel: ["vcp", "vci", "vca", "vcr", "vck"].map((start) => `${start}_${mixed(24)}`),
  databricks: [`${said("da", "pi")}${hex(32)}`],
  docker: [`${said("dckr_", "pat_")}${mixed(27)}`],
  figma: [`${said("fig", "d_")}${mixed(43)}`],
  cloudflare: ["cfk", "cfut", "cfat"].map((start) => `${start}_${mixed(40)}${hex(8)}`),
  tailscale: ["api", "auth", "client", "scim", "webhook", "other"].map(
    (kind) => `tskey-${kind}-${mixed(12)}-${mixed(30)}`,
  ),
};

describe("secretlint's preset", () => {
  it("has no rule that is not known here", () => {
    const names = rules.map(({ meta }) => meta.id.replace(/^.*secretlint-rule-/, ""));
    expect(names.sort()).toEqual([...Object.keys(PLANTED), "filter-comments", "gcp"].sort());
  });

  it.each(Object.keys(PLANTED))("finds what it knows of %s, and nothing of it is lost before it runs", async (rule) => {
    for (const planted of PLANTED[rule] ?? []) {
      for (const text of [planted, `Set it:\n\n\`${planted}\`, then go on.\n`]) {
        const all = await runPreset(text);
        expect(
          all.map(({ kind }) => kind),
          planted,
        ).toContain(rule);
        expect(await secretlintSecrets(text), planted).toEqual(all);
      }
    }
  });
});
