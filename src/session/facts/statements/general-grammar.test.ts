import { describe, expect, it } from "vitest";
import { findStatements } from "./find-statements.ts";

const said = (message: string, preceding: "actions" | "words" | "nothing" = "actions") =>
  findStatements(message, { firstTurn: false, preceding });

describe("a rule for all work of a kind is heard in any trade", () => {
  it.each([
    ["what a class must", "Every menu has to name its allergens on top."],
    ["what no member of a class may lack", "No parcel without a second label."],
    ["what a bare plural needs", "Hymns must be listed with their number."],
    ["how a bare plural is formed", "Wines are listed by region, then by year."],
    ["what is always so", "Totals are always in bold."],
    ["what to do on a class of occasions", "When an order is split, note both numbers on the slip."],
    ["a thing that has to be in every other", "The licence number has to stand on every page of an offer."],
    ["a claim that holds for all", "Lids are red, whatever the tin."],
    ["a Chinese class", "每份菜单都要写上过敏原。"],
    ["a Chinese condition", "没有编号的包裹一律不能寄出。"],
    ["a German class", "Rechnungen werden immer mit Datum abgelegt."],
    ["a Spanish class", "Cada menú debe llevar los alérgenos."],
  ])("%s", (_, message) => {
    expect(said(message)).toMatchObject([{ kind: "standing_rule", text: message }]);
  });

  it("waits until the agent has done or said something", () => {
    expect(said("Hymns must be listed with their number.", "nothing")).toEqual([]);
  });

  it("takes the claim that it holds everywhere together with the sentence before", () => {
    const [rule] = said("Under ten miles we walk. No exceptions.");
    expect(rule?.text).toBe("Under ten miles we walk. No exceptions.");
  });
});

describe("the same grammar is no rule", () => {
  it.each([
    ["of what happened", "All lids were red in the last delivery."],
    ["of the moment", "All lids need to be off by noon."],
    ["of one numbered thing", "Page 12 needs to name its source."],
    ["of what others say", "The inspector thinks that lids must be red."],
    ["of people", "Every passenger must carry a passport."],
    ["in a question", "Should every menu name its allergens?"],
    ["of a thing that the sentence asks for", "Passwords must contain a digit, add that check."],
    ["of the product asked for", "Create a shop. Every order must have a number."],
    ["in irony", "Sure, and every lid must sing, very funny."],
    ["of Chinese hearsay", "老师说作业都要用钢笔写。"],
  ])("%s", (_, message) => {
    expect(said(message)).toEqual([]);
  });

  it("in the answers that a question offers", () => {
    expect(said("Which of these is right?\nA. Every lid must be red\nB. All lids should be blue\nC. Neither")).toEqual(
      [],
    );
  });
});
