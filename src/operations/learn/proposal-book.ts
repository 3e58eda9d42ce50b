/**
 * The proposals of one run: what waits already, and what this run adds to it. A candidate that says what a waiting one
 * says adds its evidence there; one that is about the same job as a published skill becomes an update of it.
 *
 * Contract: `place` decides and remembers in memory; `save` writes what changed since the last `save`. In a dry run
 * nothing is saved.
 */
import type { Scope } from "../../bank/index.ts";
import {
  asUpdate,
  type Candidate,
  candidateId,
  candidateToEdits,
  type ExistingSkill,
  ideaDigest,
  type JudgeDecision,
  joinCandidates,
  matchExisting,
  type PlacedRule,
  withoutRejected,
  yieldTo,
} from "../../learn/index.ts";
import { parseSkill } from "../../skill/index.ts";
import {
  addCandidate,
  type CandidateRecord,
  findCandidate,
  listCandidates,
  replaceCandidatePayload,
  type Store,
  type StoreConnection,
} from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { archiveOf } from "../curate/archive.ts";
import { asExistingSkill, type ProposalPayload } from "../proposal.ts";
import { rejectionsFor } from "../rejections.ts";
import type { Target } from "./target.ts";

export type Placement =
  | { kind: "proposed" | "extended"; recordId: string; updates?: string; restores?: string }
  | { kind: "known"; slug: string }
  | { kind: "reinforced"; slug: string; rules: number }
  | { kind: "rejected_before"; slug: string }
  /** The judge found it not worth a skill; `reason` is for a person. */
  | { kind: "discarded"; slug: string; reason: string };

/** What a judge said about a candidate, where it looked at more than its words. */
export type JudgedBefore = Pick<JudgeDecision, "action" | "target" | "reason">;

function isMerge({ payload }: CandidateRecord): boolean {
  return (payload as ProposalPayload).candidate.absorbs !== undefined;
}

export class ProposalBook {
  readonly #context: OperationContext;
  readonly #store: Store;
  readonly #records: CandidateRecord[];
  readonly #unsaved = new Map<string, "add" | "replace">();
  readonly #published = new Map<string, ExistingSkill[]>();

  private constructor(context: OperationContext, store: Store, records: CandidateRecord[]) {
    this.#context = context;
    this.#store = store;
    this.#records = records;
  }

  static async open(context: OperationContext): Promise<ProposalBook> {
    const store = await context.store();
    return new ProposalBook(context, store, await listCandidates(store, "pending"));
  }

  record(id: string): CandidateRecord | undefined {
    return this.#records.find((record) => record.id === id);
  }

  /** Rules of the skills that are ours and of waiting proposals, for the place of `target`. */
  async rulesSaid(target: Target): Promise<{ slug: string; published: boolean; rules: PlacedRule[] }[]> {
    const bank = await this.#context.bank(target.projectRoot);
    const root = bank.rootOf(target.scope);
    const own = await this.#ownSkills(target, root);
    const waiting = this.#records.filter((record) => record.scope === target.scope && record.root === root);
    return [
      ...own.map(({ slug, text }) => ({ slug, published: true, rules: parseSkill(text).rules })),
      ...waiting.map(({ slug, payload }) => ({
        slug,
        published: false,
        rules: (payload as ProposalPayload).candidate.rules,
      })),
    ];
  }

  async place(found: Candidate, target: Target, now: Date, judged?: JudgedBefore): Promise<Placement> {
    const bank = await this.#context.bank(target.projectRoot);
    const root = bank.rootOf(target.scope);
    const published = await this.#ownSkills(target, root);
    const candidate = await withoutRejected(found, await rejectionsFor(this.#store, { scope: target.scope, root }));
    if (candidate === undefined) return { kind: "rejected_before", slug: found.slug };
    if (judged?.action === "discard") return { kind: "discarded", slug: candidate.slug, reason: judged.reason };
    const named = published.find(({ slug }) => slug === (judged?.target ?? candidate.slug));
    const skill = judged === undefined ? matchExisting(candidate, published)?.skill : named;
    if (skill !== undefined) return this.#placeUpdate(candidate, skill, target, root, now);
    const archived = matchExisting(candidate, await this.#archivedSkills(target, root));
    if (archived !== undefined) return this.#placeRestore(candidate, archived.skill, target, root, now);

    const waiting = this.#records.filter((record) => record.scope === target.scope && record.root === root);
    const creates = waiting.filter((record) => {
      const { action, text } = (record.payload as ProposalPayload).candidate;
      return action === "create" && text === undefined;
    });
    const sibling = matchExisting(candidate, creates.map(asExistingSkill));
    const earlier = creates.find((record) => record.id === sibling?.skill.hash);
    if (earlier !== undefined) return this.#extend(earlier, candidate, target);

    const slug = await this.#freeSlug(candidate.slug, target, new Set(waiting.map((record) => record.slug)));
    return this.#add({ ...candidate, slug }, target, root, now);
  }

  /**
   * Places a skill that is taken over whole. It is never mixed with other proposals: it adds what is new to a published
   * skill of its name, else stands by itself, under another name where its own is taken (`renamed` gives its text then).
   */
  async placeWhole(
    found: Candidate,
    target: Target,
    now: Date,
    renamed: (slug: string) => Candidate,
  ): Promise<Placement> {
    const bank = await this.#context.bank(target.projectRoot);
    const root = bank.rootOf(target.scope);
    const candidate = await withoutRejected(found, await rejectionsFor(this.#store, { scope: target.scope, root }));
    if (candidate === undefined) return { kind: "rejected_before", slug: found.slug };
    const there = await bank.read(target.scope, found.slug);
    if (there !== undefined && there.text === found.text) return { kind: "known", slug: found.slug };
    const named = (await this.#ownSkills(target, root)).find((skill) => skill.slug === found.slug);
    if (named !== undefined) {
      const { text: _whole, ...parts } = candidate;
      return this.#placeUpdate(parts, named, target, root, now);
    }
    const waiting = this.#records.filter((record) => record.scope === target.scope && record.root === root);
    const slug = await this.#freeSlug(found.slug, target, new Set(waiting.map((record) => record.slug)));
    return this.#add(slug === found.slug ? found : renamed(slug), target, root, now);
  }

  /**
   * Places a merge of skills that are there. It stands by itself: what sessions teach is not mixed into it. One that waits
   * for the same skill gives way to it, since it was made for older text.
   */
  async placeMerge(
    candidate: Candidate,
    target: { scope: Scope; projectRoot?: string },
    now: Date,
  ): Promise<Placement> {
    const root = (await this.#context.bank(target.projectRoot)).rootOf(target.scope);
    const isRejected = await rejectionsFor(this.#store, { scope: target.scope, root });
    if (await isRejected(ideaDigest(candidate))) return { kind: "rejected_before", slug: candidate.slug };
    const earlier = this.#records.find(
      (record) =>
        isMerge(record) && record.scope === target.scope && record.root === root && record.slug === candidate.slug,
    );
    const payload = earlier?.payload as ProposalPayload | undefined;
    if (earlier === undefined || payload === undefined) return this.#add(candidate, target, root, now);
    if (payload.candidate.id === candidate.id) return { kind: "known", slug: candidate.slug };
    earlier.payload = { ...payload, candidate, proposedAt: now.toISOString() };
    if (this.#unsaved.get(earlier.id) === undefined) this.#unsaved.set(earlier.id, "replace");
    return { kind: "extended", recordId: earlier.id, updates: candidate.slug };
  }

  /** Writes what changed; to be called inside the transaction that records the sessions it came from. */
  async save(connection: StoreConnection): Promise<void> {
    for (const [id, change] of this.#unsaved) {
      const record = this.record(id);
      if (record === undefined) continue;
      if (change === "add") await addCandidate(connection, record);
      else await replaceCandidatePayload(connection, id, record.payload, record.slug);
    }
    this.#unsaved.clear();
  }

  async #placeUpdate(
    candidate: Candidate,
    skill: ExistingSkill,
    target: Target,
    root: string,
    now: Date,
  ): Promise<Placement> {
    const bare = asUpdate(candidate, skill, now);
    if (bare === undefined) {
      const rules = candidateToEdits(candidate, skill.text, now).supported.length;
      return { kind: "reinforced", slug: skill.slug, rules };
    }
    const update = (candidate.edits ?? candidate.files ?? []).length > 0 ? bare : { ...bare, said: [candidate] };
    const earlier = this.#records.find(
      (record) =>
        !isMerge(record) && record.scope === target.scope && record.root === root && record.slug === skill.slug,
    );
    const placement =
      earlier === undefined ? await this.#add(update, target, root, now) : this.#extend(earlier, update, target);
    return "recordId" in placement ? { ...placement, updates: skill.slug } : placement;
  }

  /** The job was learned before and its skill lies in the archive: it is proposed to bring that back, with what is new. */
  async #placeRestore(
    candidate: Candidate,
    skill: ExistingSkill,
    target: Target,
    root: string,
    now: Date,
  ): Promise<Placement> {
    const { slug } = skill;
    const { edits } = candidateToEdits(candidate, skill.text, now);
    const rationale = `${candidate.rationale} This was learned before: brings ${slug} back from the archive.`;
    const again: Candidate = { ...candidate, action: "update", slug, edits, restores: true, rationale };
    const proposal = { ...again, id: candidateId(slug, again.rules, again) };
    const earlier = this.#records.find(
      (record) => record.scope === target.scope && record.root === root && record.slug === slug,
    );
    const placement =
      earlier === undefined ? await this.#add(proposal, target, root, now) : this.#extend(earlier, proposal, target);
    return "recordId" in placement ? { ...placement, restores: slug } : placement;
  }

  async #archivedSkills(target: Target, root: string): Promise<ExistingSkill[]> {
    const key = `archive:${target.scope}:${root}`;
    const known = this.#published.get(key);
    if (known !== undefined) return known;
    const bank = await this.#context.bank(target.projectRoot);
    const states = await archiveOf(bank, this.#store, target.scope);
    const skills = states.map(({ skill, text, hash }) => ({ slug: skill.slug, text, hash, ours: true }));
    this.#published.set(key, skills);
    return skills;
  }

  async #add(
    candidate: Candidate,
    target: { scope: Scope; projectRoot?: string },
    root: string,
    now: Date,
  ): Promise<Placement> {
    const decided = await findCandidate(this.#store, candidate.id);
    if (decided !== undefined || this.record(candidate.id) !== undefined)
      return { kind: "known", slug: candidate.slug };
    const payload: ProposalPayload = {
      candidate,
      ...(target.projectRoot === undefined ? {} : { projectRoot: target.projectRoot }),
      proposedAt: now.toISOString(),
    };
    this.#records.push({
      id: candidate.id,
      state: "pending",
      scope: target.scope,
      root,
      slug: candidate.slug,
      payload,
      createdAt: now.toISOString(),
    });
    this.#unsaved.set(candidate.id, "add");
    return { kind: "proposed", recordId: candidate.id };
  }

  async #extend(earlier: CandidateRecord, candidate: Candidate, target: Target): Promise<Placement> {
    const payload = earlier.payload as ProposalPayload;
    const { action, said } = payload.candidate;
    const { left, dropped } = yieldTo(candidate, payload.candidate);
    const merged = joinCandidates(
      [...(left === undefined ? [] : [left]), candidate].map((one) => ({ ...one, action: "create" as const })),
    );
    if (merged === undefined || merged.id === payload.candidate.id) return { kind: "known", slug: earlier.slug };
    const slug =
      action === "create" ? await this.#freeSlug(merged.slug, target, this.#namesBeside(earlier)) : earlier.slug;
    const { said: _, edits, ...rest } = merged;
    const kept = edits?.filter((edit) => edit.op !== "replace" || !dropped.includes(edit.text));
    // Only what is all there as it was found can be made again of it.
    const all =
      said === undefined || candidate.said === undefined
        ? undefined
        : [...said.flatMap((one) => yieldTo(candidate, one).left ?? []), ...candidate.said];
    const next: Candidate = {
      ...rest,
      action,
      slug,
      ...(kept === undefined ? {} : { edits: kept }),
      ...(all === undefined ? {} : { said: all }),
      rationale: [merged.rationale, ...dropped.map((text) => `“${text}” gives way to what was said later.`)].join(" "),
    };
    earlier.slug = slug;
    earlier.payload = { ...payload, candidate: next };
    if (this.#unsaved.get(earlier.id) === undefined) this.#unsaved.set(earlier.id, "replace");
    return { kind: "extended", recordId: earlier.id };
  }

  #namesBeside({ id, scope, root }: CandidateRecord): Set<string> {
    const others = this.#records.filter((record) => record.id !== id && record.scope === scope && record.root === root);
    return new Set(others.map(({ slug }) => slug));
  }

  async #ownSkills(target: Target, root: string): Promise<ExistingSkill[]> {
    const key = `${target.scope}:${root}`;
    const known = this.#published.get(key);
    if (known !== undefined) return known;
    const bank = await this.#context.bank(target.projectRoot);
    const { skills } = await bank.list({ scope: target.scope });
    const own = skills
      .filter((skill) => skill.ownership === "ours" || skill.ownership === "ours_edited")
      .map((skill) => ({ slug: skill.slug, text: skill.text, hash: skill.hash, ours: true }));
    this.#published.set(key, own);
    return own;
  }

  /** The slug, or with a number where a person's own skill has that name. */
  async #freeSlug(slug: string, target: Target, taken: Set<string>): Promise<string> {
    const bank = await this.#context.bank(target.projectRoot);
    const isFree = async (name: string): Promise<boolean> =>
      !taken.has(name) && (await bank.ownership(target.scope as Scope, name)) === "missing";
    if (await isFree(slug)) return slug;
    for (let number = 2; ; number++) {
      const name = `${slug.slice(0, 60).replace(/-+$/, "")}-${number}`;
      if (await isFree(name)) return name;
    }
  }
}
