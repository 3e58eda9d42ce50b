import { expect, test } from "vitest";
import { htmlText } from "./html-text.ts";

test.each([
  ["<p>One &amp; <strong>two</strong></p><ul><li>three</li></ul>", "One & two\nthree"],
  ["a<br/>b&#39;s &#x4e2d;&nbsp;&bogus; 1 < 2", "a\nb's 中 &bogus; 1 < 2"],
  ["&#0;&#9999999;", "&#0;&#9999999;"],
  ["&amp;lt;", "&lt;"],
  ["", ""],
])("%j reads %j", (html, text) => {
  expect(htmlText(html)).toBe(text);
});
