/**
 * Names of files and folders whose contents are nobody's business but their owner's: keys, credentials, environments.
 * Judged by name alone, in any case and Unicode form; what a file holds is another question (see `project-view.ts`).
 */

/** Folders, each as the end of a path of folded names. */
const FOLDERS: readonly (readonly string[])[] = [
  [".ssh"],
  [".aws"],
  [".azure"],
  [".gnupg"],
  [".kube"],
  [".docker"],
  [".gcloud"],
  [".config", "gcloud"],
  [".config", "gh"],
  [".config", "op"],
  [".password-store"],
  [".terraform.d"],
  [".secrets"],
  [".local", "share", "keyrings"],
  ["library", "keychains"],
];

/** A file's whole name, folded. */
const FILES: readonly RegExp[] = [
  /^\.env(?:rc)?$/,
  /^\.env[._-](?!(?:example|sample|template|dist|defaults?|schema|md)$)/,
  /\.env$/,
  /^(?:\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.dockercfg|\.dockerconfigjson|\.vault-token|\.s3cfg|\.boto)$/,
  /^\.git-credentials$/,
  /^\.\w+_history$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|gpg|ovpn|tfvars|tfstate|kubeconfig)$/,
  /\.tfvars\.json$/,
  /^\.?credentials(?:\.(?:json|toml|ya?ml|ini|db))?$/,
  /^(?:auth|oauth_creds|application_default_credentials|client_secret.*|service[-_]?account.*)\.json$/,
  /^\.?secrets?\.(?:json|toml|ya?ml|ini)$/,
  /^kubeconfig$/,
  /^\.dev\.vars$/,
  /^\.?tokens?\.json$/,
  /-adminsdk-.*\.json$/,
  /^autoskill\.db/,
];

/** One spelling for what a file system, or a reader, may take for the same name. */
function foldName(name: string): string {
  const plain = /^[!-~]*$/.test(name) ? name : name.normalize("NFKC").replace(/[\p{Cf}\p{Cc}]/gu, "");
  return plain.toLowerCase().replace(/[. ]+$/, "");
}

/** The shortest beginning of the path that is protected, as a number of its segments; 0 when nothing is. */
export function protectedDepth(segments: readonly string[]): number {
  const folded = segments.map(foldName);
  for (let depth = 1; depth <= folded.length; depth += 1) if (isProtectedAt(folded, depth)) return depth;
  return 0;
}

/** Whether the last segment is protected; for a walk that has looked at the others. */
export function isProtectedEntry(segments: readonly string[]): boolean {
  return isProtectedAt(segments.slice(-LONGEST_FOLDER).map(foldName), Math.min(segments.length, LONGEST_FOLDER));
}

const LONGEST_FOLDER = Math.max(...FOLDERS.map((folder) => folder.length));

function isProtectedAt(folded: readonly string[], depth: number): boolean {
  const last = folded[depth - 1] ?? "";
  const original = withoutBackupMarks(last);
  return isProtectedAs(last, folded, depth) || (original !== last && isProtectedAs(original, folded, depth));
}

function isProtectedAs(last: string, folded: readonly string[], depth: number): boolean {
  const isFolder = FOLDERS.some((folder) =>
    folder.every((name, index) => {
      const at = depth - folder.length + index;
      return (at === depth - 1 ? last : folded[at]) === name;
    }),
  );
  return isFolder || FILES.some((pattern) => pattern.test(last));
}

/** The name of the file that editors and people made a copy of: `.env~`, `#.env#`, `id_rsa.bak`, `server.key.old`. */
function withoutBackupMarks(name: string): string {
  return name
    .replace(/^\.?#|#$/g, "")
    .replace(/(?:~|[._-](?:bak|backup|copy|old|orig|prev|save|sw[a-p]|tmp|\d+))+$/, "");
}

export function isProtected(segments: readonly string[]): boolean {
  return protectedDepth(segments) > 0;
}

/**
 * Pathspecs of git for the same names, for asking whether a history holds any of them. Wider than `isProtected`: the
 * exceptions (`.env.example`) are the caller's to take out.
 */
export const PROTECTED_PATHSPECS: readonly string[] = [
  ".env*",
  "*.env",
  "*.pem",
  "*.key",
  "*.p8",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdb*",
  "*.ppk",
  "*.gpg",
  "*.ovpn",
  "*.tfvars*",
  "*.tfstate",
  "*kubeconfig",
  "*netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".docker*",
  ".vault-token",
  ".s3cfg",
  ".boto",
  ".git-credentials",
  ".*_history",
  "id_*",
  "*credentials*",
  "auth.json",
  "oauth_creds.json",
  "client_secret*.json",
  "service*account*.json",
  "*secret*",
  ".dev.vars",
  "*token*.json",
  "*adminsdk*.json",
  "autoskill.db*",
]
  .map((name) => name.replace(/\*$/, ""))
  .concat("*#")
  .flatMap((name) => [`:(icase,glob)**/${name}*`, `:(icase,glob)**/${name}*/**`])
  .concat(FOLDERS.map((folder) => `:(icase,glob)**/${folder.join("/")}*/**`));
