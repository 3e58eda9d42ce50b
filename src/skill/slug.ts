/** Directory names for skills: `^[a-z0-9]+(-[a-z0-9]+)*$`, ≤ 64, no vendor's name. */
import { sha256 } from "../base/index.ts";

export const MAX_NAME_LENGTH = 64;

/** Names that claude.ai and others refuse in a skill's name, or that would pass for a vendor's own skill. */
export const VENDOR_NAMES = ["anthropic", "claude", "openai", "codex", "chatgpt", "gemini", "copilot"] as const;

// GOST-like tables, one string of pairs per script; letters with accents come apart by NFKD first.
const LETTERS = new Map(
  (
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch " +
    "ъ - ы y ь - э e ю yu я ya ё yo є ye і i ї yi ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz " +
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o " +
    "ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ŋ ng ə e"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, token, index) => {
      if (index % 2 === 0) pairs.push([token, ""]);
      else {
        const last = pairs.at(-1);
        if (last !== undefined) last[1] = token === "-" ? "" : token;
      }
      return pairs;
    }, []),
);

/**
 * A slug for a title in any script. Latin, Cyrillic and Greek letters are written in ASCII; of other scripts the
 * ASCII words are kept; where nothing readable is left, `skill-` and 8 hex digits of the title's sha256.
 * @example slugify("Deploy a Worker to Cloudflare") // "deploy-a-worker-to-cloudflare"
 * @example slugify("Проверка миграций") // "proverka-migratsiy"
 */
export function slugify(title: string): string {
  const ascii = [...title.normalize("NFC").toLowerCase()]
    .map((letter) => LETTERS.get(letter) ?? letter.normalize("NFKD").replace(/\p{M}+/gu, ""))
    .map((letter) => (letter.length === 1 ? (LETTERS.get(letter) ?? letter) : letter))
    .join("")
    .toLowerCase()
    .replace(/['’`]/g, "");
  const words = ascii.split(/[^a-z0-9]+/).filter((word) => word !== "" && !isVendor(word));
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > MAX_NAME_LENGTH) {
      if (slug === "") slug = word.slice(0, MAX_NAME_LENGTH);
      break;
    }
    slug = longer;
  }
  return /[a-z]/.test(slug) ? slug : `skill-${sha256(title.normalize("NFC")).slice(0, 8)}`;
}

function isVendor(word: string): boolean {
  return VENDOR_NAMES.some((vendor) => word.includes(vendor));
}
