import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "./tokenize.ts";

describe("tokenize", () => {
  it("brings the ways to write an identifier together", () => {
    for (const text of ["createSearchIndex", "create_search_index", "create-search-index", "CreateSearchIndex"]) {
      expect(tokenize(text)).toEqual(["creat", "search", "index", "createsearchindex"]);
    }
  });

  it("splits capitals before a word, and letters from digits", () => {
    expect(tokenize("HTTPServer")).toEqual(["http", "server", "httpserver"]);
    expect(tokenize("gpt4")).toEqual(["gpt", "4", "gpt4"]);
  });

  it("keeps versions whole and in parts, and the names of C++ and C#", () => {
    expect(tokenize("1.22.3")).toEqual(["1", "22", "3", "1.22.3"]);
    expect(tokenize("C++ and C#")).toEqual(["c++", "c", "and", "c#", "c"]);
  });

  it("cuts English inflection and possessives", () => {
    expect(tokenize("tests tested testing test's")).toEqual(["test", "test", "test", "test"]);
    expect(tokenize("queries query")).toEqual(["query", "query"]);
  });

  it("folds width, case, ligatures and accents", () => {
    expect(tokenize("ＦＵＬＬ ﬁle Café")).toEqual(tokenize("full file cafe"));
  });

  it("cuts Russian endings and reads ё as е", () => {
    expect(tokenize("ссылки")).toEqual(tokenize("ссылка"));
    expect(tokenize("учёт")).toEqual(tokenize("учет"));
  });

  it("takes the article from Arabic words and keeps Devanagari words whole", () => {
    expect(tokenize("الملف")).toEqual(tokenize("ملف"));
    expect(tokenize("दस्तावेज़")).toHaveLength(1);
  });

  it("gives Chinese and Japanese both words and pairs, so that either way to cut a run is found", () => {
    expect(tokenize("生成周报")).toEqual(expect.arrayContaining(["生成", "成周", "周报"]));
    expect(tokenize("テストを書く")).toEqual(expect.arrayContaining(["テスト", "テス"]));
  });

  it("gives Korean words and their pairs, so that particles do not hide a word", () => {
    const shared = tokenize("회의록을").filter((term) => tokenize("회의록").includes(term));
    expect(shared).toEqual(expect.arrayContaining(["회의", "의록"]));
  });

  it("cuts very long terms alike in documents and queries", () => {
    expect(tokenize("x".repeat(500))).toEqual(["x".repeat(48)]);
  });

  it("never fails and never gives an empty term", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const term of tokenize(text)) expect(term).not.toBe("");
      }),
    );
  });
});
