import { assertEquals } from "@std/assert";
import { isInternational, storedForms, toNormalForm } from "../../../src/base/address.ts";
import { decodeLabel } from "../../../src/base/punycode.ts";
import { shownAddress } from "../../../src/base/shown_address.ts";

/** Text of a domain → its form in the domain name system, and whether it is shown as text. */
const DOMAINS: readonly [text: string, encoded: string, isShown: boolean][] = [
  ["bücher.example", "xn--bcher-kva.example", true],
  ["mail.bücher.example", "mail.xn--bcher-kva.example", true],
  ["smørrebrød.example", "xn--smrrebrd-64af.example", true],
  ["例子.广告", "xn--fsqu00a.xn--4rr70v", true],
  ["日本語.jp", "xn--wgv71a119e.jp", true],
  ["한국.kr", "xn--3e0b707e.kr", true],
  ["مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv", true],
  ["пример.рф", "xn--e1afmkfd.xn--p1ai", true],
  // All Cyrillic, and drawn as a name of ASCII.
  ["аррӏе.com", "xn--80ak6aa92e.com", false],
  ["ра.example", "xn--80a5a.example", false],
  // Latin and Cyrillic in one label.
  ["gоogle.com", "xn--gogle-jye.com", false],
  // A dotless i.
  ["paypaı.example", "xn--paypa-r4a.example", false],
  ["ɡoogle.example", "xn--oogle-qmc.example", false],
];

Deno.test("toNormalForm(): both forms of a domain become one, and no other address changes", () => {
  for (const [text, encoded] of DOMAINS) {
    assertEquals(toNormalForm(`ada@${text}`), `ada@${encoded}`);
    assertEquals(toNormalForm(`ada@${encoded}`), `ada@${encoded}`);
    assertEquals(isInternational(`ada@${encoded}`), true);
  }
  const same = [
    ...["ada@example.com", "Ada@Example.com", "zoë@example.com", "", "Zoë", "ada"],
    // No domains, some of which a URL would read as another host.
    ...["ada@ü/example.com", "ada@ü:80", "ada@example.com\\@ü", "ada@ü?x", "ada@ü#x", "ada@[ü]"],
    ...[
      "ada@xn--a.example",
      "ada@xn--.example",
      "ada@１２７.0.0.１",
      "ada@ü..example",
      "ada@-ü.example",
    ],
    `ada@${"ü".repeat(64)}.example`,
    `ada@${"ü.".repeat(400)}example`,
  ];
  for (const address of same) assertEquals(toNormalForm(address), address);
});

Deno.test("storedForms(): the normal form first, then the one that people read", async () => {
  for (const [text, encoded] of DOMAINS) {
    const forms = [`ada@${encoded}`, `ada@${text}`];
    assertEquals(await storedForms(forms[0]!), forms);
    assertEquals(await storedForms(forms[1]!), forms);
  }
  assertEquals(await storedForms("zoë@example.com"), ["zoë@example.com"]);
  assertEquals(await storedForms("ada@xn--a.example"), ["ada@xn--a.example"]);
});

Deno.test("shownAddress(): a domain is shown as text unless it can be taken for another one", () => {
  for (const [text, encoded, isShown] of DOMAINS) {
    assertEquals(shownAddress(`ada@${encoded}`), `ada@${isShown ? text : encoded}`);
  }
  for (const other of ["ada@example.com", "Zoë", "xn--bcher-kva", "", "a…@example.com"]) {
    assertEquals(shownAddress(other), other);
  }
});

Deno.test("decodeLabel(): RFC 3492 §7.1, and what is no label of it", () => {
  const samples = {
    "xn--egbpdaj6bu4bxfgehfvwxn": "ليهمابتكلموشعربي؟",
    "xn--ihqwcrb4cv8a8dqg056pqjye": "他们为什么不说中文",
    "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa": "なぜみんな日本語を話してくれないのか",
    "xn--3b-ww4c5e180e575a65lsy2b": "3年b組金八先生",
  };
  for (const [label, text] of Object.entries(samples)) assertEquals(decodeLabel(label), text);
  for (
    const label of ["xn--a-\u00fc", "xn--99999999", "bcher", "xn--B!", `xn--${"9".repeat(80)}`]
  ) {
    assertEquals(decodeLabel(label), undefined, label);
  }
});
