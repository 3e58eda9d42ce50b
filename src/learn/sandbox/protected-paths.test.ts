import { describe, expect, it } from "vitest";
import { isProtected, isProtectedEntry, PROTECTED_PATHSPECS, protectedDepth } from "./protected-paths.ts";

const split = (path: string): string[] => path.split("/");

describe("protected by name", () => {
  it.each([
    ".env",
    ".ENV",
    ".env.local",
    ".env.production",
    "prod.env",
    "a/.envrc",
    ".ssh/config",
    "x/.ssh/id_rsa",
    ".aws/credentials",
    "id_ed25519",
    "server.pem",
    "a/b/tls.key",
    "store.jks",
    ".npmrc",
    ".netrc",
    ".git-credentials",
    "credentials.json",
    ".credentials.json",
    "auth.json",
    "service-account-prod.json",
    "serviceAccountKey.json",
    "terraform.tfvars",
    "x.tfstate",
    ".bash_history",
    ".config/gcloud/x",
    "secrets.yaml",
    ".\uff45nv",
    ".e\u200bnv",
    ".env.",
    "kubeconfig",
    ".dev.vars",
    ".env~",
    ".env-production",
    ".env_local",
    "#.env#",
    ".#.env",
    "id_rsa.bak",
    "keys/server.key.old",
    ".server.pem.swp",
    ".npmrc.orig~",
    ".ssh.bak/config",
  ])("%s", (path) => expect(isProtected(split(path))).toBe(true));
  it.each([
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env-example",
    "notes.bak",
    "env.ts.old",
    "environment.ts",
    "src/env.ts",
    "keys.ts",
    "id_rsa.pub",
    "credentials.ts",
    "src/auth.ts",
    "package.json",
    "docs/secrets.md",
    ".config/app.json",
    "author.json",
  ])("not %s", (path) => expect(isProtected(split(path))).toBe(false));
  it("says where the protected part begins", () => {
    expect(protectedDepth(split("a/.ssh/deep/key"))).toBe(2);
    expect(protectedDepth(split("a/b"))).toBe(0);
  });
  it("judges the last name alone as it judges the whole path", () => {
    for (const path of ["a/b/.env", "x/.config/gcloud", "deep/.local/share/keyrings", "a/b.ts", "x/config/gcloud"]) {
      expect(isProtectedEntry(split(path))).toBe(isProtected(split(path)));
    }
  });
  it("asks git in pathspecs that match in any letters, at any depth", () => {
    for (const pathspec of PROTECTED_PATHSPECS) expect(pathspec).toMatch(/^:\(icase,glob\)\*\*\//);
  });
});
